"""What Italian sentences do."""

from __future__ import annotations

from collections.abc import Mapping

from callproof.spoken.claiming.romance import verbs
from callproof.spoken.claiming.words import Table, WordGrammar

# Infinitives; forms that are not regular in brackets, in the order of `romance`: participle, gerund, first person of the present.
_ACTIONS = {
    "refund": "rimborsare riaccreditare accreditare restituire(-,-,restituisco)",
    "order": "ordinare acquistare comprare",
    "book": "prenotare fissare riservare programmare",
    "cancel": "annullare cancellare disdire(disdetto,disdicendo,disdico)",
    "update": "aggiornare modificare cambiare spostare correggere(corretto,-,-) aumentare ridurre(ridotto,riducendo,riduco)",
    "send": "inviare mandare inoltrare reinviare trasmettere(trasmesso,-,-)",
    "pay": "pagare saldare",
    "transfer": "trasferire(-,-,trasferisco) bonificare",
    "confirm": "confermare",
    "charge": "addebitare fatturare",
    "replace": "sostituire(-,-,sostituisco)",
    "add": "aggiungere(aggiunto,-,-) inserire(-,-,inserisco) includere(incluso,-,-)",
    "remove": "rimuovere(rimosso,-,-) eliminare togliere(tolto,-,tolgo)",
    "create": "creare generare",
    "deliver": "consegnare spedire(-,-,spedisco)",
    "connect": "collegare passare",
    "register": "iscrivere(iscritto,-,-) registrare",
    "record": "annotare salvare segnare",
    # What it was tells their object: "ho effettuato l'ordine".
    "": "effettuare fare(fatto,facendo,faccio) elaborare completare concludere(concluso,-,-) emettere(emesso,-,-) applicare risolvere(risolto,-,-) gestire(-,-,gestisco) "
    "processare richiedere(richiesto,-,-) eseguire(-,-,eseguo) sistemare finalizzare approvare",
}
_STATES = {
    "open": "aprire(aperto,-,apro)",
    "close": "chiudere(chiuso,-,-)",
    "block": "bloccare congelare sospendere(sospeso,-,-) disattivare",
    "activate": "attivare riattivare sbloccare",
}
_UNDOING = "stornare ripristinare revocare"
_CHECKING = "controllare verificare cercare trovare guardare consultare"
_NOUNS = {
    "refund": "rimborso rimborsi",
    "order": "ordine ordini ordinazione acquisto",
    "book": "prenotazione prenotazioni appuntamento tavolo volo voli biglietto biglietti",
    "cancel": "annullamento cancellazione disdetta",
    "update": "modifica modifiche cambio cambiamento aggiornamento",
    "send": "email mail messaggio link sms",
    "pay": "pagamento pagamenti",
    "transfer": "bonifico trasferimento",
    "charge": "addebito addebiti",
    "deliver": "consegna spedizione",
    "register": "abbonamento iscrizione",
    "report": "reclamo",
    "discount": "sconto buono",
    "identify": "nome cognome nascita identità password cap",
}

_CLASSES = {
    "me": "io noi",
    "clit": "mi ti le gli lo la li vi ci ne si l' m' t' v' c' glielo gliela te ve",
    "det": "il lo la i gli le l' un una uno un' suo sua suoi sue tuo tua mio mia questo questa quest' quello",
    "have": "ho abbiamo",
    "has": "ha hanno",
    "had": "avrei avremmo avrebbe avrebbero avevo avevamo aveva avessi avesse avessimo sarebbe fosse abbia abbiate avrò avremo avrà avete",
    "be": "è sono risulta rimane essere",
    "been": "stato stata stati state",
    "am": "sto stiamo sta stanno",
    "can": "posso possiamo",
    "could": "potuto riuscito riuscita riusciti riusciamo riesco",
    "might": "potrei potremmo potrebbe dovrebbe dovrebbero dovrei",
    "may": "può possono puoi potete",
    "want": "vuole vuoi volete desidera desiderate preferisce vorrebbe gradisce",
    "not": "non mai né nemmeno neanche",
    "no": "no",
    "none": "nulla niente nessun nessuna nessuno nessun'",
    "adv": "già anche adesso ora subito oggi correttamente finalmente bene tutto tutti entrambi immediatamente sempre così molto successo "
    "con appena ancora solo perfettamente poi per lei",
    "yet": "ancora",
    "hedge": "penso credo suppongo sembra pare forse probabilmente magari apparentemente immagino spero",
    "says": "detto dice dicono diceva chiesto menzionato indica mostra",
    "see": "vedo vediamo capisco sentito",
    "generic": "solito normalmente generalmente solitamente automaticamente",
    "past_time": "ieri fa",
    "kept": "ieri fa",
    "sub": "se quando finché mentre benché perché poiché dove cui chi qualora",
    "wh": "che qual quale quali quando dove chi come quanto quanta quanti quante cosa cos' dov' com' qual'",
    "conj": "e ed ma poi quindi",
    "prep": "a di in per con al del della da dal alla nel sulla sul",
    "not_prep": "in il lo la i gli le l' di per da a alle agli è sono sabato solo un una",
    "article": "il lo la le gli euro dollari di un una",
    "yes": "sì certo certamente esatto esattamente giusto corretto proceda procedi assolutamente volentieri affermativo",
    "ok": "ok okay bene capito inteso perfetto",
    "praise": "ottimo eccellente fantastico magnifico benissimo",
    "tag": "giusto vero corretto no sì ok okay esatto",
    "courtesy": "per favore piacere cortesia grazie mille molte adesso ora signore signora allora eh ah oh mmm e prego scusi guardi senta",
    "failed": "fallito fallita fallisce rifiutato rifiutata negato negata respinto respinta",
    "trouble": "errore errori problema problemi guasto difficoltà",
    "run": "c' ci è stato ho avuto abbiamo riscontrato si verificato verificatosi un con",
    "stay": "resta restano rimane rimangono mantiene rimarrà resterà lascio lasciamo lasciato lascerò mantengo lasciare mantenere",
    "same": "uguale stesso invariato invariata attivo attiva",
    "finished": "fatto fatta pronto pronta pronti pronte completato completata risolto sistemato",
    "moment": "momento momentino secondo attimo attimino minuto minutino istante",
    "working": "controllando verificando cercando guardando lavorando elaborando provando consultando",
    "glance": "vedere controllare verificare cercare guardare consultare provare dare",
    "looks": "controllo verifico cerco guardo vedo controlliamo verifichiamo",
    "give": "dica dimmi indichi fornisca scandisca ripeta racconti",
    "giving": "dire dirmi dare darmi indicare indicarmi fornire fornirmi scandire ripetere confermare confermarmi dirci",
    "wait": "attenda aspetti aspetta attendi lasci permetta",
    "receive": "riceverà riceverete avrà vedrà arriverà arriveranno sarà saranno potrà verrà verranno",
    "agree": "accetto confermo autorizzo approvo",
    "lead": "e ed ma allora bene ok okay perfetto certo sì per favore grazie ottimo mi dispiace purtroppo scusi eh ah oh mmm guardi "
    "ecco molto capito eccellente buongiorno salve dunque poi quindi",
    "stop": "non mai né nulla niente nessun nessuna se quando forse penso credo potrebbe dovrebbe può possono avrei detto",
    "forward": "e ed ma per",
    "light": "a di in per con il lo la le gli un una del al è sono favore grazie signore signora che l'",
    "passive": "stato stata stati state è sono viene",
    "dull": "il lo la i gli le l' un una un' suo sua mio mia a di in per con al del della da e che questo questa nome tavolo errore un",
    "finite": "ho abbiamo ha hanno è sono posso possiamo voglio vorrei devo sto può potrei era c'",
}

_QUESTIONS = """
tag?: ^ =non (=è =vero|=è =così) $
tag?: ^ (=è|=va|=tutto|=bene|=così|=corretto|=giusto|=esatto|=vero|=d' =accordo|=le|=sta|=conferma)+ $
tag?: ^^ (tag|=è|=non)+ $
tag?: ^ =è (=corretto|=giusto|=esatto) $
fragment?: ^^ courtesy+ $
asked?: ^ (=pronto|=salve|=come|=scusi|=prego) $
asked: ^ (=altro|=qualcos' =altro|=qualcosa =altro|=serve =altro)
asked: ^ (=c'|=ha|=posso|=desidera|=le|=ci) .. (=altro|=qualcos')
asked?: ^ prep? wh
asked: ^ prep? (=qual|=quale|=come|=quando|=dove|=quanto|=cosa|=che) (be|may|=posso|=desidera|=vuole|=vuoi|=era)
asked?: .. =o !no
asked+: ^ want =che
asked+: ^ want clit* (base|=procedere|=continuare)
asked: ^ can clit* (=avere|=sapere|=chiedere|=chiederle)
asked+: ^ (can|=devo) clit* (=procedere|=continuare|=proseguire)
asked+?: ^ (can|=devo) clit* base
asked+?: ^ (=procedo|=continuo|=proseguo|=faccio)
asked+?: ^ (clit|adv|=io)* pres !finite/future3/been/be* $
asked+: ^ (=le|=ti|=vi)? (=va|=andrebbe) =bene =se
asked+: ^ =è (=sicuro|=sicura|=d' =accordo) ..
asked+: ^ (=accetta|=autorizza|=approva)
asked+: ^ clit? (=conferma|=confermi|may =confermare|may =confermarmi|=potrebbe =confermare) (_* value|=che)
asked+: ^ =per =favore =confermi $
asked+?: ^ (=lei|=quindi|=allora)? want ..
asked: ^ clit? (may|might) clit* giving
asked?: ^ clit? (may|might) clit* (base|_)
asked: ^ clit (=conferma|=confermi|=verifichi)
asked: ^^ (=conferma|=confermi|=verifichi)
asked: ^ =mi give
asked: ^ give (clit|det)
asked: ^ =mi (=dà|=dice|=indica|=fornisce|=conferma|=ripete)
asked: ^ =ho =bisogno (=del|=della|=di) =suo?
asked+?: ^ (=è|=sono|=era) _* value
asked: ^ (=ha|=avete) det
asked?: ^ (=ho|=ha|=hanno|=è|=sono|=sta|=viene) ..
"""

_GUARDS = """
confirmed: ^ (=nessun =problema|=non =c' =è =problema) $
confirmed: ^^ =si (=certo|=grazie|=per =favore|=va =bene|=esatto|=confermo|=proceda|=signora|=signore)* $
confirmed: ^^ =si =si
unclear: not (=solo|=è =male|=si =preoccupi|=c' =è =di =che|=fa =niente)
hypothetical: ^ sub
hypothetical: ^ (=una =volta|=non =appena|=appena|=dopo =che|=prima =di|=dopo =aver|=nel =caso)
unclear: (=lei|=loro|=lui|clit)? adv* has adv* says
unclear: (=lei|=mi|=ci|det !stop{1,2}) (=dice|=mostra|=indica|=diceva)
reported: =secondo det
unclear: see (=che|..) .. (past|been)
unclear: hedge .. (past|finished|have|has|been|be)
unclear: had
unclear: (might|may|=deve) =essere
unclear: (past|been) .. past_time
unclear: (=settimana|=mese|=anno) (=scorsa|=scorso)
unclear: generic
unclear: det !stop{1,3} (=è|=sono) adv* (=pronto|=pronta|=pronti|=pronte)
unclear: not clit* (=so|=sono =sicuro|=sono =sicura|=sento|=ricordo|=capisco|have (=sentito|=capito))
unclear: (=saranno|=sarà|=sarebbero) value $
unclear: ^ (=lei|=loro|=lui) has adv* past
unclear: ^ has adv* (past|checked)
"""

_NEGATIONS = """
refused: not (may|clit) (=essere|=può|=più)* (undo|undone|=annullato|=stornato)
not_done keep: stay .. (=com' =era|=come =era|=com' =è|=come =è|=uguale|=invariato|=invariata|=attivo|=attiva|=lo =stesso|=la =stessa|=senza =modifiche|=a value)
not_done: not clit* (have|has|be|=sono|=siamo) adv* could
not_done: not clit* could
not_done: not clit* (=è|has) been adv* =possibile
not_done: not clit* (have|has) adv* (past|undone|finished|checked)
not_done: not clit* (be|=viene) adv* been? adv* (past|finished|undone)
not_done: not clit* (=è|has) (=andato|=andata|=riuscito|=funzionato)
not_done check: not clit* (=trovo|=troviamo|=risulta|=vedo)
not_done: none .. (be|has|=è) .. (past|been)
not_done: not .. be been? .. none
not_done: not clit* (have|be) .. none
not_done: failed
not_done: run .. trouble
not_done: ^ trouble
not_done: =qualcosa .. =storto
not_done: =senza =successo
not_done: ^ (yet =no|=non =ancora) $
refused: ^^ (courtesy|ok|yes)* no (no|courtesy)* $
refused: ^ (=certo|=assolutamente|=direi) =che? (no|=di =no)
refused: not clit* (can|=potrei)
refused: not clit* may ..
refused: not clit* (=potrà|=potranno|=potrete|=potremo|=potrò|=potrai)
refused: (=è|=risulta) =impossibile
refused: not clit* (=è|=mi =è) (=possibile|=permesso|=consentito|=autorizzato)
refused: not (=ho|=abbiamo) (=il =permesso|=accesso|=l' =autorizzazione|=autorizzazione)
refused: not (=sono|=siamo) (=autorizzato|=autorizzata|=autorizzati)
refused: not =ho =detto _* value
refused: not clit* (=voglio|=desidero|=accetto|=autorizzo|=approvo|=confermo|=vorrei|=mi =serve|=volevo)
refused: not (=è|=va) (=così|=corretto|=giusto|=quello|=esatto|=bene|=vero)
refused: not clit* (base|subj)
refused: not clit* future
refused: ^ (=meglio|=preferisco|=preferirei) (=di)? (no|not)
refused: ^ (=per =niente|=niente =affatto|=per =nulla|=nemmeno =per =sogno|=negativo|=sbagliato|=errato|=lasci =stare|=lascia =stare|=lasci =perdere|=lascia =perdere|=niente $|=basta|=è =sbagliato)
correction: ^ (=è|=sono|=che|=era)* (no|not) (=è|=sono)? not_prep* value
refused: ^^ (courtesy|ok)* no (value|det|=io|=voglio|=è|=sono|=aspetti|=meglio|=così|=adesso|prep|=grazie|=era|=quello|not)
refused: ^ (=no|=non) (=ora|=adesso|=oggi)
correction: ^ (=invece =di|=anziché) ..
"""

_ACTS = """
undone: (have|be|been) adv* been? adv* undone
undone: ^ adv* undone
announced: am adv* (undoing)
promised: (undo_future)
offered: (can|=potrei) clit* undo
announced: am adv* (ger|working)
announced: (=viene|=vengono) past
announced: =in =corso
announced: ^ (clit|adv)* (ger|working)
announced: ^ (=un|=solo|=mi =dia|=attenda|=aspetti|=per =favore|=uno|value|=un')* moment
announced: moment (=per =favore|=prego)? $
announced: ^ clit? wait
announced: ^ (=adesso|=ora|=subito|=vediamo|=fammi|=mi)* glance
announced: ^ =vediamo
announced: ^ (clit|adv|=io)* looks
announced: ^ =resti =in =linea
announced: ^ =rimanga =in =linea
announced: ^ (clit|adv|me)* pres !finite/future3/been/be* $
announced: =provvedo
announced: =me =ne =occupo
announced: =quasi finished
promised: (future|future3)
promised: (=sto|=stiamo) =per clit* base
promised: receive
offered: (can|=potrei|=potremmo) clit* (base|=aiutare|=aiutarla|=offrire|=offrirle|_)
offered: ^ (=con =piacere|=volentieri =la)
"""

_DEEDS = """
done: have adv* (past|finished)
done: (be|=sono|=è) been adv* (past|finished)
done: have =potuto clit* base
done: (have|=sono|=siamo) (=riuscito|=riuscita|=riusciti|=riuscite) (=a|=ad) clit* base
done: (=è|=sono|=risulta|=risultano) adv* (acted|finished)
done: (=è|=sono) (=ora|=adesso) adv* past
done: ^ (adv|=tutto)* finished (adv|=tutto)* $
not_done: not =è adv* =andato =a =buon =fine
done: =è =andato =a =buon =fine
done: =tutto (=a =posto|=fatto|=pronto|=sistemato)
done: (=è|=ecco) =fatto
done: ^ !finite/stop{1,3} past adv* $
done: ^ past (value|det|clit|prep)
done: ^ past adv* $
opener: ^^ (courtesy|ok)* (ok|=d' =accordo|=va =bene|=va =benissimo|=molto =bene) (ok|courtesy|adv)* $
praise: ^^ (courtesy|ok)* praise (praise|courtesy|ok)* $
confirmed: ^^ (courtesy|ok)* yes
confirmed: ^ (=d' =accordo|=va =bene|=va =benissimo|=è =corretto|=è =giusto|=è =esatto|=lo =faccia|=la =faccia|=faccia =pure|=fai =pure|=vada =avanti|=vai =avanti|=senz' =altro|=senza =dubbio|=per =me =va =bene|=certo =che =sì|=proprio =così|=così =va =bene|=mi =va =bene)
confirmed: ^ agree
opener: ^^ =per (=favore|=piacere|=cortesia) courtesy* $
fragment: ^ (=è|=sono)? not_prep* value $
unclear: finite
"""

_JOINTS = """
conj (me|clit|det|have|has|be|am|can|future|future3|receive|=se|not|no|=per =favore)
conj adv* past
conj adv* base
<conj/wh/adv/lead sub
<conj (=una =volta|=non =appena|=invece =di)
<conj/sub/comma/lead (=c'|=ha|=desidera|=serve) .. =altro
<conj/sub/comma/lead want =che
"""

_RULED_OUT = """
_ [no/not not_prep* value (article* value)*]
^^ [no/not not_prep* value (article* value)*] _*? (comma|=ma) _*? value
[not (=è|=sono|=era|=erano) not_prep* value (article* value)*]
[(=invece =di|=anziché|=invece =del) (det|article)* value]
(=cambiato|=aggiornato|=modificato|=spostato|=cambiata|=aggiornata|=spostata|=corretto|=cambiare|=spostare) _*? [=da (det|article)* value+] _*? =a
"""

_TOPICS = """
connect: (=passo|=passare|=trasferisco|=collego|=metto) .. (=operatore|=collega|=agente|=contatto)
refund: value =indietro
"""

_ENDINGS = {
    "are": ("ato", "ando", "er", "i", "asse"),
    "ere": ("uto", "endo", "er", "a", "esse"),
    "ire": ("ito", "endo", "ir", "a", "isse"),
    "rre": ("tto", "endo", "rr", "a", "esse"),
}
# Words of agreement.
_SKIPPED = frozenset(("confermo", "corretto", "corretta", "corretti", "corrette"))


def _forms(infinitive: str, irregular: Mapping[str, str]) -> dict[str, str]:
    stem, kind = infinitive[:-3], infinitive[-3:]
    past, ger, future, subj, imperfect = _ENDINGS[kind]
    found = {"past": stem + past, "ger": stem + ger, "pres": f"{stem}o", **irregular}
    hard = f"{stem}h" if kind == "are" and stem[-1] in "cg" else stem
    soft = stem[:-1] if kind == "are" and stem[-2:] in ("ci", "gi") else hard
    coming = infinitive[:-1] if infinitive in ("fare", "disdire") else soft + future
    participle = found["past"].removesuffix("o")
    clitics = ("lo", "la", "li", "le", "gli", "ti", "mi", "vi", "glielo", "gliela")
    begin = infinitive[:-1].removesuffix("r") + "r"
    present = found["pres"].removesuffix("o")
    return {
        "base": " ".join([infinitive, *(begin + clitic for clitic in clitics)]),
        "past": " ".join(participle + tail for tail in ("o", "a", "i", "e")),
        "ger": " ".join(
            [found["ger"], *(found["ger"] + clitic for clitic in ("lo", "la", "li", "le", "gli", "glielo"))]
        ),
        "pres": found["pres"],
        "future": f"{coming}ò {coming}emo",
        "future3": f"{coming}à {coming}anno",
        # "cambi" of "cambiare", "invii" of "inviare"
        "subj": f"{(hard if kind == 'are' else present) + subj} {stem if stem.endswith('i') else ''} {stem}{imperfect}",
    }


def grammar() -> WordGrammar:
    return WordGrammar(
        Table(
            classes=_CLASSES,
            verbs=list(verbs(_ACTIONS, _STATES, _UNDOING, _CHECKING, _forms, skipped=_SKIPPED)),
            nouns=_NOUNS,
            contractions={},
            rules=_QUESTIONS + _GUARDS + _NEGATIONS + _ACTS + _DEEDS,
            joints=_JOINTS,
            ruled_out=_RULED_OUT,
            topics=_TOPICS,
            abbreviations=frozenset(["sig", "sigra", "dott", "dr", "avv", "tel"]),
            behind_apostrophe=True,
        )
    )
