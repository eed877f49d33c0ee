"""German words: spellings, synonyms of calls, words that give a value its role."""

from __future__ import annotations

from callproof.spoken.wording.lexicon import Lexicon, endings, groups, pairs, phrases, words

LEXICON = Lexicon(
    code="de",
    hesitation=r"ä+h+m*|ö+h+m*|h+m+|m{2,}|m+h+m*|e+h+m*|u+h+m*|a+h+",
    fillers=phrases("also, naja, na ja, halt, eben, sozusagen, quasi, irgendwie, ja also, gut"),
    variants=pairs(
        "okay=ok, daß=dass, muß=muss, strasse=straße, gross=groß, heisst=heißt, weiss=weiß, grüss=grüß, grüße=grüsse, "
        "schliessen=schließen, email=e-mail, mail=e-mail, handy=mobiltelefon, photo=foto, telephon=telefon, nen=einen, "
        "nem=einem, ne=eine, nix=nichts, sonnabend=samstag, jo=ja, jawohl=ja"
    ),
    contractions=pairs(
        "im=in dem, ins=in das, am=an dem, ans=an das, zum=zu dem, zur=zu der, vom=von dem, beim=bei dem, aufs=auf das, "
        "fürs=für das, ums=um das, ich's=ich es, geht's=geht es, gibt's=gibt es, hab=habe, möcht=möchte, hätt=hätte, "
        "könnt=könnte, ist's=ist es"
    ),
    paradigms=endings(
        "- e en er es em n s", "- e st t en te ten tet test end ete eten", "en e st t te ten", "ung ungen"
    ),
    forms=pairs(
        "will=wollen, wollte=wollen, kann=können, können=können, habe=haben, "
        "hat=haben, hatte=haben, bin=sein, ist=sein, war=sein, storniert=stornieren, erstattet=erstatten, bekam=bekommen, "
        "erhielt=erhalten, ging=gehen, gegangen=gehen, gesagt=sagen, gekauft=kaufen, bestellt=bestellen, geschickt=schicken, "
        "gesendet=senden, gebucht=buchen, bezahlt=bezahlen, nimmt=nehmen, genommen=nehmen, gibt=geben, gegeben=geben, "
        "angerufen=anrufen"
    ),
    synonyms=groups(
        (
            "nur, bloß, lediglich",
            "monatlich, in dem monat, pro monat, jeden monat",
            "jährlich, in dem jahr, pro jahr, jedes jahr",
            "wöchentlich, in der woche, pro woche, jede woche",
            "täglich, an dem tag, pro tag, jeden tag",
            "und, noch",
            "wollen, will, möchte, würde gern, würde gerne, hätte gern, hätte gerne, brauche, wünsche",
            "stornieren, absagen, kündigen, widerrufen",
            "erstatten, zurückzahlen, zurückerstatten, rückerstatten",
            "erstattung, rückerstattung, rückzahlung",
            "bekommen, erhalten, kriegen",
            "kaufen, erwerben",
            "anfangen, beginnen, starten",
            "aufhören, enden, beenden",
            "helfen, behilflich sein, unterstützen",
            "sprechen, reden",
            "telefon, mobiltelefon, telefonnummer, rufnummer",
            "anrufen, telefonieren",
            "ändern, wechseln, umändern, verändern",
            "prüfen, überprüfen, nachsehen, nachschauen, bestätigen",
            "schicken, senden, versenden, verschicken",
            "buchen, reservieren, eine reservierung machen",
            "buchung, reservierung",
            "termin, verabredung",
            "rechnung, beleg",
            "paket, päckchen, sendung",
            "hallo, guten tag, guten morgen, guten abend, grüß gott",
            "tschüss, auf wiederhören, auf wiedersehen",
            "danke, vielen dank, dankeschön, danke schön, herzlichen dank",
            "ja, genau, natürlich, sicher, klar, gerne",
            "ok, in ordnung, einverstanden, alles klar",
            "ungefähr, etwa, circa, zirka, ca",
            "vielleicht, eventuell, möglicherweise",
            "auch, ebenfalls, außerdem",
            "reparieren, instand setzen",
            "preis, kosten, betrag",
            "karte, kreditkarte",
            "auto, wagen",
        )
    ),
    light=words(
        "der die das den dem des ein eine einen einem einer eines ich du er sie es wir ihr mich dich sich uns euch mir dir "
        "ihm ihn ihnen mein meine meinen meinem meiner dein deine sein seine unser unsere ihre ihren ihrem dieser diese "
        "dieses diesen diesem und oder aber dass wenn weil denn in im an am auf aus bei mit nach von vor zu zum zur für um "
        "über unter durch bis seit ist sind war waren bin bist seid sein habe hat haben hatte wird werden würde wurde kann "
        "können könnte soll muss darf mal doch noch schon ja bitte danke hallo hier da dort jetzt so sehr auch nur uhr ok "
        "herr frau guten tag gern gerne wie was wer wo wann zwischen nummer"
    ),
    articles=words("der die das den dem"),
    heavy=words("ja vor nach ohne nur bis seit über unter wer wo wann was mehr weniger noch schon"),
    roles_before=pairs(
        "von=way:from, vom=way:from, ab=way:from, aus=way:from, zu=way:to, zum=way:to, zur=way:to, nach=way:to, auf=way:to, "
        "bis=way:to, bis zu=size:most, vor=way:before, mehr als=size:least, mindestens=size:least, über=size:least, "
        "weniger als=size:most, höchstens=size:most, maximal=size:most, unter=size:most, ohne=having:without, "
        "mit=having:with, statt=choice:not, anstatt=choice:not, um=at, am=on, für=for, in=in, gegen=against, durch=by"
    ),
    roles_after=pairs(
        "oder mehr=size:least, oder weniger=size:most, mindestens=size:least, höchstens=size:most"
    ),
    raising=words("glaube denke meine finde vermute"),
    joining=words("bis"),
    holding=words("mit zu von à für"),
    sign_names=pairs("raute=#, rautetaste=#, stern=*, sternchen=*, plus=+, schrägstrich=/, bindestrich=-"),
    spreading=words("weder"),
    alternatives=words("oder entweder einer eine eines"),
    answers=words("nein nee nö"),
    clause_words=words("sondern aber es ich wir"),
)
