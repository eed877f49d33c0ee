"""Cities by the names that other languages give them: "München" is "Munich", "Londres" is "London"."""

from __future__ import annotations

# A line each. Names that are other words too are left out, such as the Italian "Mosca".
_NAMES = """
munich münchen múnich munique
vienna wien viena vienne
cologne köln koeln
rome roma rom
milan milano mailand milán milão
florence firenze florenz florencia florença
venice venezia venedig venecia venise veneza
naples napoli neapel nápoles
turin torino turín turim
genoa genova genua génova gênova gênes
geneva genève genf ginebra ginevra genebra
zurich zürich zúrich zurigo zurique
basel bâle basilea basileia
lisbon lisboa lissabon lisbonne lisbona
london londres londra
paris parís parigi
brussels bruxelles brüssel bruselas bruxelas
antwerp antwerpen anvers amberes anversa
prague praha prag praga
warsaw warszawa warschau varsovia varsovie varsóvia varsavia
krakow kraków krakau cracow cracovia cracovie cracóvia
moscow moskva moskau moscú moscou moscovo
copenhagen københavn kopenhagen copenhague copenaghen
stockholm estocolmo stoccolma
athens athen atenas athènes atene
berlin berlín berlino berlim
hamburg hamburgo hambourg amburgo
frankfurt fráncfort francfort francoforte
nuremberg nürnberg nuernberg núremberg norimberga
strasbourg strassburg straßburg estrasburgo strasburgo
marseille marseilles marsella marsiglia marselha
seville sevilla séville siviglia sevilha
edinburgh edimburgo édimbourg
dublin dublín dublino dublim
istanbul estambul istambul
beijing peking pekín pékin pechino pequim
tokyo tokio tóquio
seoul seúl séoul
"""

CITIES = frozenset(line.split()[0] for line in _NAMES.strip().splitlines())
PLACES: dict[str, str] = {
    name: names[0] for names in map(str.split, _NAMES.strip().splitlines()) for name in names[1:]
}
