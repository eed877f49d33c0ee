"""What German sentences do."""

from __future__ import annotations

from collections.abc import Iterator

from callproof.spoken.claiming.words import Table, WordGrammar

# Infinitives; in brackets the participle where it is not regular, and what the first person of the present is. A bar divides the
# part that is cut off ("ab|buchen": abgebucht, abzubuchen, "ich buche ... ab").
_ACTIONS = {
    "refund": "erstatten(erstattet) zurück|erstatten(zurückerstattet) gut|schreiben(gutgeschrieben) zurück|zahlen zurück|überweisen(zurücküberwiesen)",
    "order": "bestellen(bestellt) kaufen",
    "book": "buchen reservieren(reserviert) vereinbaren(vereinbart)",
    "cancel": "stornieren(storniert) kündigen ab|sagen",
    "update": "aktualisieren(aktualisiert) ändern ab|ändern verändern(verändert) an|passen verschieben(verschoben) um|buchen korrigieren(korrigiert) "
    "wechseln erhöhen(erhöht) reduzieren(reduziert) verlängern(verlängert)",
    "send": "senden(gesendet,gesandt) schicken zu|schicken verschicken(verschickt) zu|senden(zugesendet,zugesandt) mailen weiter|leiten",
    "pay": "zahlen bezahlen(bezahlt) begleichen(beglichen)",
    "transfer": "überweisen(überwiesen)",
    "confirm": "bestätigen(bestätigt)",
    "charge": "belasten(belastet) ab|buchen berechnen(berechnet) ein|ziehen(eingezogen)",
    "waive": "erlassen(erlassen)",
    "replace": "ersetzen(ersetzt) um|tauschen aus|tauschen",
    "add": "hinzu|fügen ergänzen(ergänzt)",
    "remove": "entfernen(entfernt) löschen",
    "create": "erstellen(erstellt) an|legen",
    "deliver": "liefern aus|liefern versenden(versendet,versandt)",
    "connect": "verbinden(verbunden)",
    "register": "registrieren(registriert) an|melden",
    "record": "speichern notieren(notiert) ein|tragen(eingetragen) vermerken(vermerkt) auf|nehmen(aufgenommen)",
    # What it was tells their object: "die Bestellung aufgegeben".
    "": "auf|geben(aufgegeben) platzieren(platziert) durch|führen erledigen(erledigt) machen bearbeiten(bearbeitet) ab|schließen(abgeschlossen) "
    "aus|führen veranlassen(veranlasst) vor|nehmen(vorgenommen) ein|richten beantragen(beantragt) verarbeiten(verarbeitet) tätigen(getätigt) ein|leiten regeln genehmigen(genehmigt)",
}
_STATES = {
    "open": "öffnen eröffnen(eröffnet)",
    "close": "schließen(geschlossen)",
    "block": "sperren blockieren(blockiert) deaktivieren(deaktiviert)",
    "activate": "aktivieren(aktiviert) frei|schalten entsperren(entsperrt)",
}
_UNDOING = (
    "zurück|nehmen(zurückgenommen) widerrufen(widerrufen) zurück|setzen wiederher|stellen zurück|buchen"
)
_CHECKING = "prüfen überprüfen(überprüft) nach|sehen(nachgesehen) nach|schauen schauen suchen finden(gefunden) sehen(gesehen)"
_NOUNS = {
    "refund": "erstattung rückerstattung gutschrift rückzahlung",
    "order": "bestellung bestellungen auftrag kauf",
    "book": "buchung buchungen reservierung reservierungen termin termine tisch flug flüge ticket tickets",
    "cancel": "stornierung kündigung",
    "update": "änderung änderungen aktualisierung",
    "send": "e-mail email mail nachricht link sms",
    "pay": "zahlung zahlungen",
    "transfer": "überweisung überweisungen",
    "charge": "abbuchung belastung",
    "replace": "umtausch ersatz",
    "deliver": "lieferung",
    "register": "anmeldung abonnement abo",
    "report": "beschwerde",
    "discount": "rabatt gutschein",
    "identify": "name namen geburtsdatum identität postleitzahl passwort pin kundennummer",
}

_CLASSES = {
    "me": "ich wir",
    "you": "sie du ihr",
    "it": "es das dies alles er diese dieser",
    "obj": "ihnen dir euch sie es das ihn mir uns ihm dich den die dem",
    "det": "der die das den dem ihr ihre ihren ihrer ihrem mein meine meinen dein deine ein eine einen einer einem unser unsere dieser diese dieses diesen",
    "have1": "habe hab haben",
    "have": "hat",
    "had": "hätte hätten hatte hatten wäre wären würde würden sei seien könnte dürfte müsste",
    "be": "ist sind bin",
    "was": "wurde wurden",
    "worden": "worden",
    "become": "wird werden werde",
    "will1": "werde werden",
    "can": "kann können könnte könnten",
    "could": "konnte konnten gekonnt",
    "shall": "soll sollen",
    "may": "darf dürfen",
    "want": "möchten möchtest wollen willst wünschen",
    "not": "nicht nie niemals",
    "no": "nein nee nö ne",
    "none": "weder nichts kein keine keinen keiner niemand",
    "adv": "schon bereits gerade jetzt auch sofort heute erfolgreich bereits eben soeben gleich nun endlich noch immer ganz sehr bitte "
    "leider für mit hiermit somit gern gerne direkt umgehend einfach kurz da wieder daher also ihnen sie es dir",
    "yet": "noch bisher",
    "hedge": "glaube denke vermute nehme scheint anscheinend wohl vielleicht wahrscheinlich vermutlich möglicherweise angeblich hoffe meine",
    "says": "gesagt sagten sagt sagte erwähnt gebeten zeigt steht",
    "see": "sehe sehen verstehe höre",
    "generic": "normalerweise üblicherweise gewöhnlich automatisch meistens immer",
    "past_time": "gestern vorgestern",
    "kept": "gestern vorgestern",
    "sub": "wenn falls sobald solange bis nachdem bevor ob weil obwohl während als wo welche welcher welches sofern damit",
    "wh": "was wer wann wo wie warum welche welcher welches welchen wieso wofür wohin womit worum wem wen",
    "conj": "und aber dann",
    "prep": "zu zum zur von vom für mit an am auf in im bei aus nach um über",
    "not_prep": "am um der die das den für auf in im an zu es sind ist nur sondern genau ein eine",
    "article": "der die das euro dollar von am um und",
    "yes": "ja jawohl jo jep jap genau richtig stimmt korrekt gerne gern klar natürlich selbstverständlich einverstanden sicher absolut "
    "jawoll unbedingt freilich logisch exakt passt",
    "ok": "okay ok gut verstanden",
    "praise": "super prima toll perfekt wunderbar ausgezeichnet großartig klasse",
    "right": "richtig korrekt gut okay ok recht so genug",
    "tag": "ja nein oder richtig korrekt okay ok nicht wahr gut einverstanden stimmts",
    "courtesy": "bitte danke vielen dank schön sehr gut herr frau dann so äh ähm hm oh ach na also doch und jetzt mal schon dir ihnen",
    "failed": "fehlgeschlagen gescheitert schiefgegangen schiefgelaufen abgelehnt abgewiesen verweigert misslungen",
    "trouble": "fehler problem probleme störung schwierigkeiten",
    "run": "gab gibt trat aufgetreten ist ein einen habe hatte es",
    "stay": "bleibt bleiben belassen lasse lassen gelassen behalten",
    "same": "unverändert bestehen gleich aktiv erhalten dabei",
    "finished": "erledigt fertig getan gemacht geschafft geklärt vollbracht bereit durchgegangen",
    "moment": "moment augenblick sekunde sekunden minute minuten momentchen",
    "glance": "nachsehen schauen prüfen nachschauen sehen suchen überprüfen gucken versuchen",
    "looks": "prüfe schaue suche überprüfe sehe gucke",
    "give": "sagen nennen geben buchstabieren wiederholen bestätigen mitteilen verraten angeben",
    "wait": "warten moment",
    "receive": "erhalten bekommen erhältst bekommst",
    "agree": "bestätige akzeptiere genehmige",
    "lead": "und aber also okay ok gut ja bitte danke super leider entschuldigung äh ähm hm oh ach na jetzt nun dann perfekt prima klar so "
    "hallo verstanden selbstverständlich natürlich gerne gern alles genau",
    "stop": "nicht nie niemals nichts kein keine keinen wenn falls sobald ob dass vielleicht glaube denke könnte würde dürfte sollte kann "
    "können möchte gesagt was wer wann",
    "forward": "und aber für",
    "light": "zu von für mit an am auf in im der die das den ein eine es ist sind bitte danke um herr frau",
    "passive": "worden wurde ist wird",
    "dull": "der die das den dem ihr ihre ihren ihrer mein meine ein eine einen einer einem dieser diese dieses zu zum zur von vom für mit an "
    "am auf in im bei aus nach um über und als wie name tisch euro dollar sie es er die den dem mail meine",
    "finite": "habe haben hat ist sind bin wurde wurden wird werden werde kann können muss müssen soll darf möchte will war waren gibt kommt kommen ich wir",
}

_QUESTIONS = """
tag?: ^ =nicht =wahr $
tag?: ^ (=ist)? (it)? (=ist)? (=das|=es|=so)? (right|=stimmt|=passt|=alles|=in =ordnung|=recht|=so|=für =sie)+ $
tag?: ^ =stimmt (it|=so) .. $
tag?: ^^ (tag|=das|=ist|=es)+ $
tag: ^ (=ist|=stimmt|=passt|=geht|=wäre) =das (=so)? (right|=in =ordnung|=für =sie|=ihnen|=so) .. $
tag: ^ =stimmt =das $
fragment?: ^^ courtesy+ $
asked?: ^ (=hallo|=wie =bitte|=bitte|=entschuldigung) $
asked: ^ (=sonst =noch =etwas|=noch =etwas|=noch =was)
asked: ^ (=gibt =es|=kann =ich|=haben =sie|=brauchen =sie) .. =noch .. (=etwas|=was|=tun|=helfen)
asked?: ^ prep? wh
asked: ^ prep? wh (be|was|=kann|=können|=darf|=möchten|=haben|=lautet|=heißen|=hat|=brauchen|=wäre)
asked?: .. =oder !=nicht
asked: ^ (=darf|=dürfte|=kann|=könnte) =ich .. (=haben|=fragen|=erfahren|=wissen)
asked+: ^ (shall|may) (=ich|=wir) .. (base|=fortfahren|=weitermachen|=das|=tun|_)
asked+: ^ (=darf|=dürfte) =ich .. (base)
asked+?: ^ (=kann|=könnte) =ich .. base
asked+: ^ want (=sie|=du) .. (=dass|base|=fortfahren)
asked+: ^ want (=sie|=du)
asked+: ^ (=sind =sie|=bist =du) .. (=sicher|=einverstanden)
asked+: ^ (=ist|=wäre) =es (=ihnen|=dir|=euch|=für|=sie|=dich)* (=recht|=okay|=ok)
asked+: ^ (=sind =sie|=bist =du) =damit
asked+: ^ (=akzeptieren|=genehmigen|=bestätigen) =sie .. (value|=dass|_)
asked+: ^ (=können|=könnten|=würden) =sie .. value .. =bestätigen
asked+: ^ =bitte =bestätigen =sie .. value
asked+?: ^ (=also|=sie|=du) .. want ..
asked+?: ^ (=sie|=du) (want|=wollen|=möchten) ..
asked+?: ^ pres =ich ..
asked: ^ (=können|=könnten|=würden|=würdest|=kannst) (=sie|=du)
asked: ^ (give|=verraten) =sie (=mir|=uns|det)
asked: ^ (=sagen|=nennen|=geben) =sie (=mir|=uns|=bitte|=ihre|=ihren|=ihr)
asked: ^ =ich (=brauche|=benötige|=bräuchte) .. =ihre
asked: ^ =ich (=brauche|=benötige|=bräuchte) (=ihren|=ihr)
asked+?: ^ (=ist|=sind|=war|=lautet) _* value
asked: ^ (=haben|=hast) (=sie|=du)
asked: ^ (=ist|=sind|=wurde|=wurden|=hat|=wird) (it|det !stop{1,3}) .. (past|finished|worden) .. $
asked?: ^ (=habe|=haben|=hat|=ist|=sind|=wurde|=wird|=kann|=werden|=gibt) ..
"""

_GUARDS = """
confirmed: ^ (=kein =problem|=von =mir =aus|=kein =thema) $
unclear: =kein =problem
unclear: not (=nur|=schlecht|=schlimm|=dafür|=übel)
unclear: ^ =keine =sorge
not_done keep: ^ =wie (you|it) =war
hypothetical: ^ sub
reported: ^ =ich (=glaube|=denke|=vermute|=meine|=hoffe|=nehme =an) $
reported: (=sie|=du) (=haben|=hast|=hatten|=hattest) .. says
reported: (=sie|=er|it|det !stop{1,2}) .. says
reported: =laut (det|_)
reported: ^ (=ich|=wir) see $
unclear: (=ich|=wir) see .. (past|was)
unclear: can .. =bestätigen $
unclear: =freue =mich
unclear: =ihnen was .. (=berechnet|=belastet|=abgebucht)
unclear: hedge .. (past|finished|have1|have|was|be)
unclear: (past|was|have1) .. hedge
offered: =ich =könnte .. base $
unclear: had
unclear: (=soll|=muss|=dürfte|=könnte|=sollte) .. past .. =sein
unclear: (past|was|be) .. past_time
unclear: past_time .. past
unclear: =letzte _
unclear: generic
unclear: det !stop{1,3} (=ist|=sind) adv* (=fertig|=bereit)
unclear: =ich (=weiß|=verstehe|=höre) .. not
unclear: (=ich|=bin|=mir)+ .. not =sicher
unclear: (=wären|=wird|=macht) value $
unclear: ^ (=sie|=du) (=haben|=hast) .. past
"""

_NEGATIONS = """
refused: (=kann|=lässt|=können) .. not .. (=rückgängig|undone|=widerrufen) ..
not_done keep: stay .. (=wie|same|=bei value|=so =wie|=dabei)
not_done keep: =lasse .. =so $
not_done: could .. (not|none)
not_done: (not|none) .. could
not_done: (have1|have|be|was) .. (not|none) .. (past|finished|undone|checked|=geklappt|=funktioniert|=gelungen|=geglückt|=durchgegangen|=angekommen|=raus|=rausgegangen|worden)
not_done: =war .. not .. =möglich
not_done check: =ich (=finde|=sehe) .. (not|none)
not_done: none .. (was|be|have) .. past
not_done: (=wurde|=wurden|=ist|=sind) .. none .. past
not_done: ^ =dass .. (not|none) .. past (was|have1|be|worden)+ $
not_done: failed
not_done: =leider =ohne =erfolg
not_done: =ohne =erfolg
not_done: run .. trouble
not_done: ^ trouble
not_done: =etwas .. (=schiefgegangen|=schiefgelaufen|=falsch)
not_done: (have1|be) .. =noch (not|none) .. past
not_done: ^ =noch =nicht $
refused: ^^ (courtesy|ok|=doch)* no (no|courtesy)* $
refused: ^ (=natürlich|=sicher|=bestimmt|=auf|=ganz|=lieber|=besser|=bitte|=gar|=überhaupt|=absolut|=jetzt|=eher)+ not
refused: ^ (=auf =keinen =fall|=keinesfalls|=keineswegs|=unter =keinen =umständen|=vergessen =sie|=vergiss|=lassen =sie =es|=lass =es|=falsch|=stopp|=stop|=nicht $|=das =ist =falsch|=ist =falsch|=stimmt =nicht|=das =stimmt =nicht|=kommt =nicht =in =frage)
refused: (can|=darf|=dürfen) .. (not|none)
refused: (=ist|=wäre) .. (not|=leider =nicht) (=möglich|=erlaubt|=gestattet)
refused: =geht .. not
refused: =unmöglich
refused: =habe =ich? not _* value .. =gesagt
refused: (=möchte|=will|=brauche|=akzeptiere|=genehmige|=wollte|=bestätige|=wünsche) .. (not|none)
refused: (=ist|=stimmt|=war) =das? not (=richtig|=korrekt|=das|=so|=was)?
refused: (=das|=es) (=ist|=war) not
refused: (=werde|=werden) .. (not|none) .. base
refused: ^ (base) =sie .. not
refused: ^ .. not base $
refused: =ich =würde (=lieber|=eher) not
refused: =habe =keine (=berechtigung|=befugnis)
refused: =bin .. not (=befugt|=berechtigt|=autorisiert)
correction: ^ (=das|=es|=sind|=ist)* not not_prep* value
refused: ^^ (courtesy|ok)* no (value|det|=ich|=das|=es|=nicht|=warten|=lieber|prep|=danke|=doch|=stopp|=moment)
correction: ^ (=statt|=anstatt|=anstelle) ..
"""

_ACTS = """
undone: (have1|was|be|worden) .. undone
undone: (have1|was|be) .. =rückgängig =gemacht
undone: ^ (=rückgängig =gemacht|undone)
asked+: ^ (shall|may) .. =rückgängig
promised: (=werde|=werden) .. (=rückgängig =machen|undo)
offered: can .. (=rückgängig =machen|undo)
announced: ^ (=einen|=ein|=nur|=eine|=warten|=bitte|=noch|value|=geben =sie =mir|=kleinen|=kurzen)* moment
announced: moment =bitte $
announced: ^ =bitte? =warten
announced: ^ (=lassen =sie|=lass) =mich
announced: (=ich|=wir) (adv|obj)* looks
announced: looks =ich
announced: =bleiben =sie =dran
announced: =ich =bin =gleich
announced: (=ich|=wir) (=werde|=werden)? .. glance $
announced: =ich =bin =gerade =dabei
announced: (=ich|=wir) pres ..
announced: pres (=ich|=wir)
announced: =wird (=gerade|=jetzt|=derzeit|=momentan) .. past
announced: =kümmere =mich
announced: =fast (=fertig|finished)
announced: =in (=bearbeitung|=arbeit)
promised: =wird .. (past|=sein)
promised: (=werde|=werden) .. base
promised: (=sie|=du) (adv|obj)* receive
promised: receive (=sie|=du)
promised: =wird .. (=ankommen|=eintreffen|=geliefert)
offered: (=ich|=wir) can .. (base|=helfen|=anbieten|=tun|_)
offered: can (=ich|=wir) ..
offered: (=gerne|=gern) .. (=helfe|=mache) =ich
"""

_DEEDS = """
done: (=habe|=hab) .. (past|finished)
done: =wir =haben .. (past|finished)
done: =haben =wir .. (past|finished)
done: =konnte .. base
done: (was|=ist|=sind) .. past =worden
done: (=es|=das|det !stop{1,5}|value|past|was|adv) was .. (past|finished)
done: was .. (past|finished)
done: (=ist|=sind) (adv|prep|value|det|_)* (acted|finished) $
done: det (=überweisung|=zahlung|=erstattung|=gutschrift|=lieferung|=email|=mail|=nachricht|=sms|=paket|=sendung) =ist adv* (=raus|=rausgegangen) $
done: (=ist|=sind) adv* (acted|finished)
done: (=ist|=sind) (=jetzt|=nun) .. past
done: ^ =dass .. past (was|have1|be|worden)+ $
promised: ^ =dass .. (past|base) =wird $
fragment: ^ =dass
done: =steht =fest
done: ^ (adv|=alles|=schon)* finished (adv|=alles)* $
done: ^ =alles (=klar =gemacht|=erledigt|=gebucht|=fertig)
done: ^ !finite/stop{1,4} past $
done: ^ past (value|det|prep)
done: ^ past adv* $
opener: ^^ (courtesy|ok)* (ok|=alles =klar|=in =ordnung|=geht =klar) (ok|courtesy|adv)* $
praise: ^^ (courtesy|ok)* praise (praise|courtesy|ok)* $
confirmed: ^^ (courtesy|ok)* yes
confirmed: ^ (=das|=es|=ja)* (=stimmt|=passt|=ist =richtig|=ist =korrekt|=ist =in =ordnung|=ist =gut|=ist =okay|=ist =so|=so =ist =es|=ist =recht|=klingt =gut)
confirmed: ^ (=so =ist =es|=auf =jeden =fall|=auf =alle =fälle|=machen =sie (=das|=es)|=mach =das|=tun =sie =das|=bitte =machen|=von =mir =aus|=in =ordnung|=nur =zu|=sehr =gern|=sehr =gerne|=aber =gerne|=legen =sie =los|=ohne =zweifel)
confirmed: ^ =ich =bin =einverstanden
confirmed: ^ =ich agree
opener: ^^ =bitte courtesy* $
fragment: ^ (it)? (=ist|=sind)? not_prep* value $
unclear: finite
"""

_JOINTS = """
conj (me|it|you|det|=habe|=hat|was|be|=werde|=wird|=wenn|=nein|=bitte|pres|can|receive)
conj !stop/comma/conj{0,5} past (comma|conj|$)
conj !stop/comma/conj{0,5} base (comma|conj|$)
<conj/wh/adv/lead sub
=sondern
<conj/sub/comma/lead (=kann =ich|=gibt =es|=haben =sie) .. =noch
"""

_RULED_OUT = """
[not not_prep* value (article* value)*]
[(=statt|=anstatt|=anstelle =von) (det|article)* value]
[=von (det|article)* value+] _*? =auf _*? value _*? (=geändert|=verschoben|=aktualisiert|=angepasst|=umgebucht|=ändern|=verschieben|=korrigiert|=erhöht|=reduziert)
"""

_TOPICS = """
connect: (=verbinde|=verbinden|=stelle|=leite) .. (=kollegen|=mitarbeiter|=durch|=weiter)
refund: (value|=geld) =zurück
update: =buche .. =um
update: =ändere .. =ab
undo: (=nehme|=buche) .. =zurück
"""


def _forms(verb: str) -> dict[str, str]:
    """Infinitives, participles and the first person of the present of a verb."""
    name, _, rest = verb.partition("(")
    front, bar, body = name.rpartition("|")
    stem = body.removesuffix("en") if body.endswith("en") else body.removesuffix("n")
    regular = f"{front}ge{stem}{'et' if stem[-1] in 'td' or stem.endswith(('chn', 'ffn')) else 't'}"
    present = f"{stem}e" if body.endswith("en") else f"{stem}e {stem[:-2]}{stem[-1]}e"
    return {
        "base": f"{front}{body} {front}zu{body}" if bar else body,
        "past": " ".join(rest.rstrip(")").split(",")) if rest else regular,
        "pres": present,
    }


def _verbs() -> Iterator[tuple[str, str, str]]:
    for table, classes in (
        (_ACTIONS, {"base": "base", "past": "past acted", "pres": "pres"}),
        (_STATES, {"base": "base", "past": "past", "pres": "pres"}),
        ({"undo": _UNDOING}, {"base": "undo", "past": "undone"}),
        ({"check": _CHECKING}, {"base": "seek", "past": "checked"}),
    ):
        for topic, verbs in table.items():
            for verb in verbs.split():
                for form, words in _forms(verb).items():
                    for name in classes.get(form, "").split():
                        yield name, topic, words
    yield "undoing", "undo", "rückgängig"
    yield "looks", "check", "prüfe schaue suche überprüfe"


def grammar() -> WordGrammar:
    return WordGrammar(
        Table(
            classes=_CLASSES,
            verbs=list(_verbs()),
            nouns=_NOUNS,
            contractions={"hab's": "habe es", "ist's": "ist es", "geht's": "geht es", "gibt's": "gibt es"},
            rules=_QUESTIONS + _GUARDS + _NEGATIONS + _ACTS + _DEEDS,
            joints=_JOINTS,
            ruled_out=_RULED_OUT,
            topics=_TOPICS,
            abbreviations=frozenset(["hr", "fr", "dr", "str", "bzw", "ca", "z", "tel"]),
        )
    )
