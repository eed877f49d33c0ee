"""Words of which one excludes the other and that are as expensive as a value: "monthly" and "yearly", "including tax" and
"excluding tax", 税込み and 税抜き."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from string import digits

from callproof.spoken.language import LanguageCode
from callproof.spoken.paths import Text
from callproof.spoken.values import Span

# For each language the patterns of some dimensions: what a word says, as dimension and pole. Words of one dimension that say
# different things exclude each other.
_PATTERNS: Mapping[LanguageCode, Mapping[str, str]] = {
    "en": {
        "rate_day": r"daily|(?:every|each|per) day",
        "rate_week": r"(?<!twice )(?<!bi-)weekly|(?:every|each|per) week",
        "rate_biweek": r"bi-?weekly",
        "rate_second_day": r"(?:every|each) (?:other|second) (?:day|weekday|(?:mon|tues|wednes|thurs|fri|satur|sun)day)",
        "rate_day_of_week": r"(?:every|each) (?:weekday|(?:mon|tues|wednes|thurs|fri|satur|sun)day)",
        "rate_second_week": r"(?:every|each) (?:other|second) week",
        "rate_second_month": r"(?:every|each) (?:other|second) month",
        "rate_month": r"monthly|(?:every|each|per) month",
        "rate_year": r"yearly|annual|annually|(?:every|each|per) year|per annum",
        "part_in": r"including|included|inclusive|incl",
        "part_out": r"excluding|excluded|exclusive of|excl",
        "when_next": r"next(?= (?:week|month|year|weekend|quarter))",
        "when_last": r"last(?= (?:week|month|year|weekend|quarter))",
        "when_this": r"this(?= (?:week|month|year|weekend|quarter))",
        "trip_out": r"one[ -]way",
        "trip_both": r"round[ -]trip|return ticket",
        "scope_except": r"(?:all|everything|everyone|everybody|anything) (?:but|except|save|apart from|other than|excluding)|except",
        "scope_only": r"only|nothing but|nobody but|none but",
        "of_both": r"both",
        "of_one": r"one of (?:the|them|these|those|my|your|our)",
        "of_either": r"either (?:one )?of (?:the|them|these|those)|either one",
        "edge_start": r"(?:beginning|start)(?= of)|early(?= (?:next|this|in (?:the|\w+uary|march|april|may|june|july|august|\w+ber)))",
        "edge_end": r"end(?= of)|late(?= (?:next|this|in (?:the|\w+uary|march|april|may|june|july|august|\w+ber)))",
        "part_first": r"(?:first|1st) half",
        "part_second": r"(?:second|2nd) half",
        "seat_window": r"window(?= seats?)",
        "seat_aisle": r"aisle(?= seats?)",
        "change_up": r"increas(?:e[sd]?|ing)",
        "change_down": r"decreas(?:e[sd]?|ing)|reduc(?:e[sd]?|ing|tion)",
        "room_single": r"single(?=(?: bed)? (?:room|bed|cabin))",
        "room_double": r"double(?=(?: bed)? (?:room|bed|cabin))",
        "room_twin": r"twin(?=(?: bed)? (?:room|beds|cabin))",
        "class_first": r"(?:first|1st)[ -]class",
        "class_second": r"(?:second|2nd)[ -]class",
        "class_business": r"business[ -]class",
        "class_economy": r"economy[ -]class|coach class",
    },
    "es": {
        "rate_day": r"diari[oa]s?|diariamente|(?:cada|al|por) día",
        "rate_week": r"semanal(?:es|mente)?|(?:cada|a la|por) semana",
        "rate_month": r"mensual(?:es|mente)?|(?:cada|al|por) mes",
        "rate_year": r"anual(?:es|mente)?|(?:cada|al|por) año",
        "part_in": r"incluid[oa]s?|incluyendo|incluye",
        "part_out": r"excluid[oa]s?|excluyendo|excluye",
        "when_next": r"(?:la|el) próxim[oa](?= (?:semana|mes|año))|(?<=semana )que viene|(?<=mes )que viene|(?<=año )que viene",
        "when_last": r"(?<=semana )pasada|(?<=mes )pasado|(?<=año )pasado",
        "when_this": r"est[ea](?= (?:semana|mes|año))",
        "from_past": r"hace(?= \w+ (?:\w+ )?(?:días?|semanas?|mes|meses|años?|horas?|minutos?))",
        "from_future": r"(?:dentro de|en)(?= \w+ (?:días?|semanas?|mes|meses|años?|horas?|minutos?))",
        "trip_out": r"s[oó]lo (?:de )?ida(?! y)|(?:billete|boleto|pasaje|vuelo|viaje) de ida(?! y)",
        "trip_both": r"ida y vuelta",
        "scope_except": r"tod[oa]s? (?:menos|excepto|salvo)|excepto|salvo",
        "scope_only": r"s[oó]lo(?! (?:de )?ida)|solamente|únicamente",
        "of_both": r"amb[oa]s|(?<!a )(?<!de )l[oa]s dos(?! (?:de|y|en|menos))",
        "of_one": r"(?<!la )un[oa](?= de (?:ell[oa]s|l[oa]s dos|es[oa]s|est[oa]s)|\s*(?:[.,!?]|$))",
        "edge_start": r"(?:a |al )(?:principios?|inicios?|comienzos?)(?= de)",
        "edge_mid": r"(?:a )mediados(?= de)",
        "edge_end": r"(?:a |al )(?:finales|fin(?:es)?|final)(?= de)",
        "seat_window": r"ventan(?:a|illa)",
        "seat_aisle": r"pasillo",
        "change_up": r"aument\w*",
        "change_down": r"reduc\w*|reduzc\w*|disminu\w*",
        "room_single": r"habitaci(?:ón|ones) (?:individual(?:es)?|simples?)",
        "room_double": r"habitaci(?:ón|ones) dobles?",
    },
    "de": {
        "trip_out": r"nur hin|einfache fahrt|hinfahrt|hinflug",
        "trip_both": r"hin(?: |- )?und (?:zurück|rückfahrt|rückflug)",
        "rate_day": r"täglich\w*|(?:pro|jeden|am) tag",
        "rate_week": r"wöchentlich\w*|(?:pro|jede|in der) woche",
        "rate_month": r"monatlich\w*|(?:pro|jeden|im) monat",
        "rate_year": r"jährlich\w*|(?:pro|jedes|im) jahr",
        "part_in": r"inklusive|inkl|einschließlich|inbegriffen",
        "part_out": r"exklusive|exkl|ausschließlich|zuzüglich|zzgl",
        "when_next": r"nächste[nrs]?(?= (?:woche|monat|jahr))|kommende[nrs]?(?= (?:woche|monat|jahr))",
        "when_last": r"letzte[nrs]?(?= (?:woche|monat|jahr))|vergangene[nrs]?(?= (?:woche|monat|jahr))",
        "when_this": r"diese[nrs]?(?= (?:woche|monat|jahr))",
        "from_past": r"vor(?= \w+ (?:tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?|stunden?|minuten?))",
        "from_future": r"in(?= \w+ (?:tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?|stunden?|minuten?))",
        "scope_except": r"all(?:e[nrs]?|es) (?:außer|ausser|bis auf)|au(?:ß|ss)er(?!dem|halb|ordent)",
        "scope_only": r"nur(?! hin)|lediglich|ausschließlich",
        "of_both": r"(?<!der )(?<!von )(?<!den )beide[nrsm]?",
        "of_one": r"eine?[nrsm]?(?= (?:davon|von (?:beiden|ihnen|den|diesen)|der (?:beiden|zwei))|\s*(?:[.,!?]|$))",
        "edge_start": r"anfang(?= \w)",
        "edge_mid": r"mitte(?= \w)",
        "edge_end": r"ende(?= \w)",
        "seat_window": r"fenster(?:platz|plätze|sitz)",
        "seat_aisle": r"gang(?:platz|plätze|sitz)",
        "change_up": r"erhöh\w*",
        "change_down": r"senk\w*|reduzier\w*|verringer\w*",
        "room_single": r"einzelzimmern?",
        "room_double": r"doppelzimmern?",
    },
    "fr": {
        "trip_out": r"aller[ -]simple",
        "trip_both": r"aller[ -]retour",
        "rate_day": r"quotidien(?:ne)?s?|(?:par|chaque) jour",
        "rate_week": r"hebdomadaires?|(?:par|chaque) semaine",
        "rate_month": r"mensuel(?:le)?s?|mensuellement|(?:par|chaque) mois",
        "rate_year": r"annuel(?:le)?s?|annuellement|(?:par|chaque) (?:an|année)",
        "part_in": r"ttc|toutes taxes comprises|inclus\w*|comprise?s?",
        "part_out": r"ht|hors taxes?|exclus\w*",
        "when_next": r"(?<=semaine )prochaine|(?<=mois )prochain|(?<=année )prochaine",
        "when_last": r"(?<=semaine )dernière|(?<=mois )dernier|(?<=année )dernière",
        "when_this": r"(?:ce|cette)(?= (?:semaine|mois|année))",
        "from_past": r"il y a(?= \w+ (?:\w+ )?(?:jours?|semaines?|mois|ans?|années?|heures?|minutes?))",
        "from_future": r"dans(?= \w+ (?:jours?|semaines?|mois|ans?|années?|heures?|minutes?))",
        "scope_except": r"(?:tous|toutes|tout) (?:sauf|excepté)|sauf|excepté|hormis",
        "scope_only": r"seulement|uniquement|rien que",
        "of_both": r"(?<!des )(?<!de )les deux",
        "of_one": r"(?:l['’])?une? (?:des deux|d['’]eux|d['’]elles|d['’]entre)",
        "edge_start": r"début(?= \w)",
        "edge_end": r"(?<!la )fin(?= (?:de|du|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|\w+ (?:prochain|dernier)))",
        "seat_window": r"hublot|fenêtre",
        "seat_aisle": r"couloir",
        "change_up": r"augment\w*",
        "change_down": r"rédui\w*|réduction|diminu\w*",
        "room_single": r"chambres? (?:simples?|individuelles?)",
        "room_double": r"chambres? doubles?",
    },
    "pt": {
        "trip_out": r"(?:só|somente|apenas) ida",
        "trip_both": r"ida e volta",
        "rate_day": r"diári[oa]s?|diariamente|(?:por|cada|ao) dia",
        "rate_week": r"semana(?:l|is|lmente)|(?:por|cada) semana",
        "rate_month": r"mensa(?:l|is|lmente)|(?:por|cada|ao) mês",
        "rate_year": r"anua(?:l|is|lmente)|(?:por|cada|ao) ano",
        "part_in": r"incluíd[oa]s?|incluindo|inclus[oa]s?",
        "part_out": r"excluíd[oa]s?|excluindo",
        "when_next": r"próxim[oa](?= (?:semana|mês|ano))|(?<=semana )que vem|(?<=mês )que vem|(?<=ano )que vem",
        "when_last": r"(?<=semana )passada|(?<=mês )passado|(?<=ano )passado",
        "when_this": r"n?est[ea](?= (?:semana|mês|ano))",
        "from_past": r"(?:há|faz)(?= \w+ (?:\w+ )?(?:dias?|semanas?|mês|meses|anos?|horas?|minutos?))",
        "from_future": r"(?:dentro de|daqui a|em)(?= \w+ (?:dias?|semanas?|mês|meses|anos?|horas?|minutos?))",
        "scope_except": r"(?:tod[oa]s?|tudo) (?:menos|exceto|salvo)|exceto|salvo",
        "scope_only": r"(?:só|somente|apenas)(?! ida)",
        "of_both": r"amb[oa]s|os dois",
        "of_one": r"uma?(?= (?:deles|delas|dos dois|das duas|desses|dessas|destes|destas)|\s*(?:[.,!?]|$))",
        "edge_start": r"no (?:início|começo)(?= d)",
        "edge_mid": r"em meados(?= d)",
        "edge_end": r"no (?:fim|final)(?= d)",
        "seat_window": r"janela",
        "seat_aisle": r"corredor",
        "change_up": r"aument\w*",
        "change_down": r"reduz\w*|redução|diminu\w*",
        "room_single": r"quartos? (?:individua(?:l|is)|simples|de solteiro)",
        "room_double": r"quartos? (?:duplos?|de casal)",
    },
    "it": {
        "trip_out": r"(?:solo|sola) andata",
        "trip_both": r"andata e ritorno",
        "rate_day": r"giornalier[oaie]|quotidian[oaie]|(?:al|ogni) giorno",
        "rate_week": r"settimanal[ei]|(?:alla|ogni) settimana",
        "rate_month": r"mensil[ei]|mensilmente|(?:al|ogni) mese",
        "rate_year": r"annual[ei]|annualmente|annu[oaie]|(?:all'|ogni )anno",
        "part_in": r"inclus[oaie]|compres[oaie]",
        "part_out": r"esclus[oaie]",
        "when_next": r"prossim[oa](?= (?:settimana|mese|anno))|(?<=settimana )prossima|(?<=mese )prossimo|(?<=anno )prossimo",
        "when_last": r"scors[oa](?= (?:settimana|mese|anno))|(?<=settimana )scorsa|(?<=mese )scorso|(?<=anno )scorso",
        "when_this": r"quest[oa](?= (?:settimana|mese|anno))|quest'(?=anno)",
        "from_past": r"(?<=giorni )fa|(?<=giorno )fa|(?<=settimane )fa|(?<=settimana )fa|(?<=mesi )fa|(?<=mese )fa|(?<=anni )fa|(?<=anno )fa|(?<=ore )fa|(?<=ora )fa|(?<=minuti )fa",
        "from_future": r"(?:tra|fra)(?= \w+ (?:giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|or[ae]|minut[oi]))",
        "scope_except": r"tutt[oaie] (?:tranne|eccetto|meno|salvo)|tranne|eccetto",
        "scope_only": r"solo(?! andata)|soltanto|solamente",
        "of_both": r"entramb[ie]|ambedue|tutt[ie] e due",
        "of_one": r"(?<!['’])un[oa](?= (?:dei due|delle due|di loro|di quest[ie]|di quell[ie])|\s*(?:[.,!?]|$))",
        "edge_start": r"(?:all['’]|a )inizio(?= \w)",
        "edge_mid": r"a metà(?= \w)",
        "edge_end": r"(?:alla |a )fine(?= \w)",
        "seat_window": r"finestrino",
        "seat_aisle": r"corridoio",
        "change_up": r"aument\w*",
        "change_down": r"ridu\w*|diminu\w*",
        "room_single": r"(?:camer[ae] )?singol[ae]",
        "room_double": r"(?:camer[ae] )?(?:doppi[ae]|matrimonial[ei])",
    },
    "ko": {
        "meal_before": r"식전|식사 ?전|공복",
        "meal_after": r"식후|식사 ?후",
        "rate_day": r"매일|날마다|하루(?:에| ?(?=[한두세네0-9다여] ?(?:섯 ?)?번))",
        "term_first": r"상반기|전반기",
        "term_second": r"하반기|후반기",
        "rate_second_week": r"격주",
        "rate_second_month": r"격월",
        "rate_second_day": r"격일",
        "rate_week": r"매주|주마다|(?:일주일|한 주)에",
        "rate_month": r"매달|매월|달마다|월간|한 ?달에|(?<![가-힣0-9])월(?= ?[0-9일이삼사오육칠팔구십백천만])(?! ?일에)",
        "rate_year": r"매년|해마다|연간|(?:일 ?|1)년에|(?<![가-힣0-9])연(?= ?[0-9일이삼사오육칠팔구십백천만])",
        "scope_except": r"(?:빼고|제외하고)(?= ?(?:전부|모두|다 ))",
        "scope_only": r"(?<=[개명분장권잔나])만(?![ 가-힣]*원)",
        "of_both": r"둘 ?다|양쪽",
        "of_one": r"둘 ?중 ?(?:하나|한)|하나만|한쪽",
        "edge_start": r"[월연]초",
        "edge_end": r"[월연]말",
        "seat_window": r"창가",
        "seat_aisle": r"통로",
        "room_single": r"싱글 ?(?:룸|베드)",
        "room_double": r"더블 ?(?:룸|베드)",
        "room_twin": r"트윈 ?(?:룸|베드)",
        "part_in": r"(?<!불)포함|넣고|넣어",
        "part_out": r"불포함|제외|별도|빼고|빼 ",
        "when_next": r"다음 ?(?=주|달)|내년|내달",
        "when_last": r"지난 ?(?=주|달)|저번 ?(?=주|달)|작년",
        "when_this": r"이번 ?(?=주|달)|올해",
        "price_free": r"무료",
        "price_paid": r"유료",
        "trip_out": r"편도",
        "trip_both": r"왕복",
        "sum_half": r"반액|절반",
        "sum_all": r"전액|전부",
    },
    "ja": {
        "meal_before": r"食前|食事の?前|空腹時",
        "meal_after": r"食後|食事の?後",
        "rate_day": r"毎日|日額",
        "term_first": r"上半期|前半",
        "term_second": r"下半期|後半",
        "rate_second_week": r"隔週",
        "rate_second_month": r"隔月",
        "rate_second_day": r"隔日",
        "rate_week": r"毎週|(?<![今来先一二三四五六七八九0-9])週に",
        "rate_month": r"毎月|月額|(?<![今来先毎一二三四五六七八九十0-9])月に",
        "rate_year": r"毎年|年額|(?<![今来去昨毎一二三四五六七八九〇十0-9])年に",
        "scope_except": r"以外|を除いて",
        "scope_only": r"だけ|のみ(?!もの)",
        "of_both": r"両方|どちらも|[二2]つとも",
        "of_one": r"片方|どちらか",
        "edge_start": r"[月年]初|上旬",
        "edge_mid": r"中旬",
        "edge_end": r"[月年]末|下旬",
        "seat_window": r"窓側",
        "seat_aisle": r"通路側",
        "room_single": r"シングル",
        "room_double": r"ダブル",
        "room_twin": r"ツイン",
        "part_in": r"(?<![しりちえみ見])込み|込(?=で)|(?<![にちおり])入り|付き|あり(?=で|の|、|。|$)",
        "part_out": r"抜き|税別|(?<!な)なし(?=で|の|、|。|$)",
        "when_next": r"(?<!再)来(?=週|月|年)",
        "when_last": r"(?<!先)先(?=週|月)|去年|昨年",
        "when_this": r"今(?=週|月|年)",
        "when_later": r"再来(?=週|月|年)",
        "price_free": r"無料",
        "price_paid": r"有料",
        "can_yes": r"(?<!不)可能",
        "can_no": r"不可能|不可(?!能)",
        "trip_out": r"片道",
        "trip_both": r"往復",
        "sum_half": r"半額|半分",
        "sum_all": r"全額|全部",
    },
}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_WITHOUT_SPACES = frozenset({"ko", "ja"})


def other_poles(a: Text, b: Text) -> Iterator[tuple[Span, Span]]:
    """Where both texts say as many things of a dimension, those that differ."""
    if a.source == b.source:
        return
    these = _found(a)
    those = _found(b) if these else {}
    for dimension in these.keys() & those.keys():
        said, heard = these[dimension], those[dimension]
        if len(said) == len(heard):
            yield from (
                (span, other)
                for (pole, span), (other_pole, other) in zip(said, heard, strict=True)
                if pole != other_pole
            )


# Words that the prefix denies: "possible", "impossible". "In", "dis" and the like begin other words too often to be tried on all.
_DENIED: Mapping[LanguageCode, tuple[tuple[str, ...], frozenset[str]]] = {
    "en": (
        ("im", "in", "ir", "il", "dis", "de", "non", "mis"),
        _words(
            "possible correct complete valid active accurate sufficient adequate capable convenient eligible visible secure dependent "
            "direct definite appropriate effective regular relevant responsible legal agree approve satisfied connect connected connecting "
            "continue continued refundable proper patient perfect compatible consistent expensive understood understand activate activated activating"
        ),
    ),
    "es": (
        ("im", "in", "des", "ir", "i"),
        _words(
            "posible correcto correcta completo completa válido válida activo activa suficiente capaz activar activado conectado conectar "
            "conforme acuerdo legal regular conocido bloquear bloqueado habilitado habilitar satisfecho satisfecha"
        ),
    ),
    "fr": (
        ("im", "in", "dés", "dé", "ir", "il"),
        _words(
            "possible correct correcte complet complète valide actif active suffisant capable utile disponible activer activé connu "
            "exact exacte bloquer bloqué légal régulier satisfait satisfaite connecté"
        ),
    ),
    "pt": (
        ("im", "in", "des", "ir", "i"),
        _words(
            "possível correto correta completo completa válido válida ativo ativa suficiente capaz disponível ativar ativado conectado "
            "bloquear bloqueado legal regular satisfeito satisfeita"
        ),
    ),
    "it": (
        ("im", "in", "dis", "ir", "il", "s"),
        _words(
            "possibile corretto corretta completo completa valido valida attivo attiva sufficiente capace disponibile attivare attivato "
            "bloccare bloccato legale regolare soddisfatto soddisfatta"
        ),
    ),
}
# "un" is put before any word in these; shorter words and these few begin with it by chance ("unless", "unter").
_UN = frozenset({"en", "de"})
_SHORTEST_DENIED = 4
_NOT_DENIED = frozenset({"less", "iversal", "iform", "tern", "ters", "terhalb"})


def other_words(a: Text, b: Text) -> Iterator[tuple[Span, Span]]:
    """Where one text has a word and the other its opposite in its place: "able", "unable"."""
    if a.lexicon.by_character:
        return
    these, those = set(a.reading.words), set(b.reading.words)
    # Hardly any word begins so, and to ask for each takes longer than all the rest.
    prefixes = _prefixes(a.language.code)
    for word in [word for word in these ^ those if word.startswith(prefixes)]:
        denied = _without_prefix(word, a.language.code)
        if not denied:
            continue
        if word in these and denied in those - these:
            yield _span(a, word), _span(b, denied)
        elif word in those and denied in these - those:
            yield _span(a, denied), _span(b, word)


def denies_word(word: str, code: LanguageCode) -> bool:
    """Whether a word is the opposite of one that `other_words` may find: "unable"."""
    return bool(_without_prefix(word, code))


@cache
def _prefixes(code: LanguageCode) -> tuple[str, ...]:
    return (*(("un",) if code in _UN else ()), *_DENIED.get(code, ((), frozenset()))[0])


def _without_prefix(word: str, code: LanguageCode) -> str:
    """The word that another one denies; empty when it denies none."""
    if code in _UN and word.startswith("un") and len(word) >= 2 + _SHORTEST_DENIED:
        return word[2:] if word[2:] not in _NOT_DENIED else ""
    prefixes, denied = _DENIED.get(code, ((), frozenset()))
    if not word.startswith(prefixes):
        return ""
    return next((word[len(p) :] for p in prefixes if word.startswith(p) and word[len(p) :] in denied), "")


def _span(text: Text, word: str) -> Span:
    start, end = text.reading.spots[text.reading.words.index(word)]
    return Span(start, end, text.source[start:end], frozenset())


def _found(text: Text) -> dict[str, list[tuple[str, Span]]]:
    found: dict[str, list[tuple[str, Span]]] = {}
    names = _names_in(text)
    if not names:
        return found
    # Lower case and a search that begins at words take a third of the time.
    source = text.source.lower()
    if len(source) != len(text.source):
        return found  # a letter that grows, as the Turkish capital I does
    # Without names for what is found a search takes half the time, and mostly there is nothing.
    if _any_pattern(text.language.code, names).search(source) is None:
        return found
    for match in _pattern(text.language.code, names).finditer(source):
        dimension, _, pole = str(match.lastgroup).partition("_")
        start, end = match.span()
        span = Span(start, end, text.source[start:end], frozenset())
        found.setdefault(dimension, []).append((pole, span))
    return found


# With more patterns than these there would be too many sets of them to make one pattern of each.
_FEW = 5


def _names_in(text: Text) -> tuple[str, ...]:
    """The patterns that may match, by the words with which they begin: a search for them all takes as long as all the rest here."""
    code = text.language.code
    if text.lexicon.by_character:
        return tuple(_PATTERNS[code])
    telling = _telling(code)
    names = {name for word in text.reading.vocabulary if (begun := telling[word]) for name in begun}
    if len(names) > _FEW:
        return tuple(_PATTERNS[code])
    return tuple(sorted(names, key=tuple(_PATTERNS[code]).index)) if names else ()


def begins_pole(word: str, code: LanguageCode) -> bool:
    """Whether `other_poles` may find something that begins with a word, in a language that writes words."""
    return bool(_telling(code)[word])


class _Telling(dict[str, tuple[str, ...]]):
    """The names of the patterns that may begin with a word; worked out at the first time."""

    def __init__(self, beginnings: dict[str, tuple[str, ...]]) -> None:
        super().__init__()
        self._beginnings = beginnings

    def __missing__(self, word: str) -> tuple[str, ...]:
        if len(self) >= _MOST_WORDS:
            self.clear()
        found = self[word] = tuple(
            name for name, firsts in self._beginnings.items() if word.startswith(firsts)
        )
        return found


_MOST_WORDS = 20_000
# In a pattern: what looks around, groups, and the letters that certainly stand there.
_LOOK, _GROUP, _CERTAIN = re.compile(r"\(\?<?[=!]"), re.compile(r"\(\?:"), re.compile(r"[^\W\d_]+")


@cache
def _telling(code: LanguageCode) -> _Telling:
    return _Telling({name: tuple(_firsts(pattern)) for name, pattern in _PATTERNS[code].items()})


def _firsts(pattern: str) -> Iterator[str]:
    """The letters with which a text can begin that a pattern matches."""
    for alternative in _alternatives(pattern):
        rest = alternative
        while _LOOK.match(rest):
            rest = rest[_closing(rest) :]
        if _GROUP.match(rest):
            end = _closing(rest)
            yield from _firsts(rest[3 : end - 1])
            if rest[end : end + 1] == "?":
                yield from _firsts(rest[end + 1 :])
            continue
        # Figures are words of their own: "1st".
        rest = rest.lstrip(digits)
        letters = _CERTAIN.match(rest)
        certain = letters.group() if letters is not None else ""
        if rest[len(certain) : len(certain) + 1] not in ("?", "*"):
            yield certain
        elif len(certain) > 1:
            yield certain[:-1]  # "seat" of "seats?"
        else:
            yield certain
            yield from _firsts(rest[len(certain) + 1 :])


def _alternatives(pattern: str) -> Iterator[str]:
    depth = start = 0
    for i, sign in enumerate(pattern):
        depth += (sign == "(") - (sign == ")")
        if sign == "|" and not depth:
            yield pattern[start:i]
            start = i + 1
    yield pattern[start:]


def _closing(pattern: str) -> int:
    """Where the bracket ends with which a pattern begins."""
    depth = 0
    for i, sign in enumerate(pattern):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return i + 1
    raise ValueError(f"a bracket is not closed in {pattern!r}")


@lru_cache(maxsize=1024)
def _pattern(code: LanguageCode, names: tuple[str, ...]) -> re.Pattern[str]:
    return _whole("|".join(f"(?P<{name}>{_PATTERNS[code][name]})" for name in names), code)


@lru_cache(maxsize=1024)
def _any_pattern(code: LanguageCode, names: tuple[str, ...]) -> re.Pattern[str]:
    return _whole("|".join(_PATTERNS[code][name] for name in names), code)


def _whole(alternatives: str, code: LanguageCode) -> re.Pattern[str]:
    before, after = ("", "") if code in _WITHOUT_SPACES else (r"\b", r"(?!\w)")
    return re.compile(f"{before}(?:{alternatives}){after}")
