"""Italian words: spellings, synonyms of calls, words that give a value its role."""

from __future__ import annotations

from callproof.spoken.wording.lexicon import Lexicon, endings, groups, pairs, phrases, words

LEXICON = Lexicon(
    code="it",
    hesitation=r"e+h+m*|m{2,}|m+h+m*|u+h+m*|a+h+|h+m+",
    fillers=phrases("cioè, allora, dunque, insomma, diciamo, guardi, senta, ecco"),
    variants=pairs(
        "okay=ok, sì=si, ad=a, ed=e, od=o, cellulare=telefono, email=e-mail, mail=e-mail, signore=sig, signora=sig.ra, perchè=perché, monaco=munich"
    ),
    contractions=pairs(
        "del=di il, dello=di lo, della=di la, dei=di i, degli=di gli, delle=di le, al=a il, allo=a lo, alla=a la, ai=a i, "
        "agli=a gli, alle=a le, dal=da il, dallo=da lo, dalla=da la, dai=da i, dalle=da le, nel=in il, nello=in lo, "
        "nella=in la, nei=in i, nelle=in le, sul=su il, sullo=su lo, sulla=su la, sui=su i, sulle=su le"
    ),
    elisions=pairs(
        "l=lo, un=una, dell=di lo, all=a lo, dall=da lo, nell=in lo, sull=su lo, c=ci, d=di, quest=questo, quell=quello, "
        "com=come, m=mi, t=ti, s=si, v=vi, n=ne"
    ),
    paradigms=endings(
        "o a i e",
        "e mi ti si lo la ci vi li le gli",
        "- i",
        "co chi ca che",
        "ato ata ati ate are o i a iamo ano ai ò ando ava avano erei erebbe",
        "uto uta uti ute ere o i e iamo ono ei endo eva evano",
        "ito ita iti ite ire o i e iamo ono isco isce endo iva ivano",
    ),
    forms=pairs(
        "voglio=volere, vuole=volere, volevo=volere, posso=potere, può=potere, "
        "ho=avere, ha=avere, avevo=avere, faccio=fare, fa=fare, fatto=fare, vado=andare, va=andare, dico=dire, dice=dire, "
        "detto=dire, devo=dovere, deve=dovere, chiesto=chiedere, speso=spendere, preso=prendere"
    ),
    synonyms=groups(
        (
            "solo, soltanto, solamente, unicamente",
            "mensile, mensili, a il mese, ogni mese, mensilmente",
            "annuale, annuali, a lo anno, ogni anno, annualmente",
            "settimanale, settimanali, a la settimana, ogni settimana",
            "giornaliero, giornaliera, a il giorno, ogni giorno",
            "e, ed, né",
            "volere, voglio, vorrei, volevo, mi piacerebbe, desidero, ho bisogno di",
            "cancellare, annullare, disdire",
            "rimborsare, restituire, ridare",
            "ricevere, ottenere",
            "comprare, acquistare",
            "cominciare, iniziare",
            "finire, terminare",
            "aiutare, dare una mano",
            "parlare, discutere",
            "telefono, numero di telefono",
            "chiamare, telefonare",
            "cambiare, modificare, spostare",
            "verificare, controllare, confermare",
            "inviare, mandare, spedire",
            "prenotare, fare una prenotazione, riservare",
            "appuntamento, visita",
            "fattura, ricevuta, bolletta",
            "pacco, spedizione",
            "ciao, salve, buongiorno, buonasera, buona sera, buon giorno",
            "arrivederci, a presto",
            "grazie, molte grazie, grazie mille",
            "si, certo, esatto, certamente",
            "ok, va bene, d'accordo",
            "circa, più o meno, all'incirca",
            "forse, magari",
            "anche, inoltre",
            "riparare, aggiustare",
            "prezzo, costo, importo",
            "carta, carta di credito",
            "macchina, auto, automobile",
        )
    ),
    light=words(
        "nell dell all dall sull il lo la i gli le un uno una l mi ti si ci vi ne mio mia miei mie tuo tua suo sua nostro nostra questo questa "
        "questi queste quello quella di a da in con su per tra fra e ed o che come se ma perché è sono era sei siamo essere "
        "ho ha hanno abbiamo avere io tu lui lei noi voi loro favore piacere cortesia grazie ciao salve qui qua lì là ora "
        "adesso già molto più bene ok sig buongiorno buonasera anche quale quando dove chi fino numero né"
    ),
    articles=words("il la lo le gli"),
    heavy=words("si solo prima dopo meno senza quando dove chi mai più fino"),
    roles_before=pairs(
        "da=way:from, dal=way:from, dalla=way:from, dalle=way:from, a=way:to, ad=way:to, al=way:to, alla=way:to, alle=way:to, fino a=way:to, "
        "fino alle=way:to, prima di=way:to, prima delle=way:to, prima del=way:to, prima dell=way:to, prima della=way:to, dopo=way:from, dopo le=way:from, dopo il=way:from, "
        "dopo la=way:from, "
        "più di=size:least, almeno=size:least, meno di=size:most, al massimo=size:most, senza=having:without, "
        "con=having:with, invece di=choice:not, in=in, per=for"
    ),
    roles_after=pairs(
        "o più=size:least, o meno=size:most, al massimo=size:most, al minimo=size:least, fa=past:ago"
    ),
    raising=words("credo penso pare sembra suppongo immagino"),
    holding=words("da di con per"),
    sign_names=pairs("cancelletto=#, asterisco=*, più=+, barra=/, trattino=-"),
    spreading=words("né"),
    alternatives=words("o oppure uno"),
    answers=words("no"),
    clause_words=words("ma bensì è"),
)
