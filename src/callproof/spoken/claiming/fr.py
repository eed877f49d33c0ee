"""What French sentences do."""

from __future__ import annotations

from collections.abc import Mapping

from callproof.spoken.claiming.romance import verbs
from callproof.spoken.claiming.words import Table, WordGrammar

# Infinitives; forms that are not regular in brackets, in the order of `romance`: participle, gerund, first person of the present, of
# the past (none is said), subjunctive, third person of the past (none), stem of the future.
_ACTIONS = {
    "refund": "rembourser recréditer restituer",
    "order": "commander acheter(-,-,achète,-,achète,-,achèter)",
    "book": "réserver planifier programmer fixer",
    "cancel": "annuler résilier",
    "update": "modifier changer corriger déplacer reporter actualiser décaler échanger augmenter réduire(réduit,-,réduis,-,réduise,-,réduir) mettre(mis,-,mets,-,mette,-,mettr)",
    "send": "envoyer(-,-,envoie,-,envoie,-,enverr) renvoyer(-,-,renvoie,-,renvoie,-,renverr) transmettre(transmis,-,transmets,-,transmette,-,transmettr)",
    "pay": "payer régler(-,-,règle,-,règle,-,régler)",
    "transfer": "transférer(-,-,transfère,-,transfère,-,transférer) virer",
    "confirm": "confirmer",
    "charge": "débiter facturer prélever(-,-,prélève,-,prélève,-,prélèver)",
    "replace": "remplacer",
    "add": "ajouter inclure(inclus,-,inclus,-,inclue,-,inclur)",
    "remove": "supprimer retirer effacer enlever(-,-,enlève,-,enlève,-,enlèver)",
    "create": "créer",
    "deliver": "livrer expédier",
    "register": "inscrire(inscrit,-,inscris,-,inscrive,-,inscrir) abonner",
    "record": "enregistrer noter sauvegarder",
    # What it was tells their object: "j'ai passé la commande".
    "": "passer effectuer faire(fait,-,fais,-,fasse,-,fer) traiter finaliser terminer émettre(émis,-,émets,-,émette,-,émettr) appliquer "
    "résoudre(résolu,-,résous,-,résolve,-,résoudr) valider lancer réaliser approuver compléter(-,-,complète,-,complète,-,compléter) demander procéder(-,-,procède,-,procède,-,procéder)",
}
_STATES = {
    "open": "ouvrir(ouvert,-,ouvre,-,ouvre,-,ouvrir)",
    "close": "fermer clôturer",
    "block": "bloquer geler suspendre(suspendu,-,suspends,-,suspende,-,suspendr) désactiver",
    "activate": "activer réactiver débloquer",
}
_UNDOING = "rétablir(rétabli,-,rétablis,-,rétablisse,-,rétablir) restaurer révoquer"
_CHECKING = "vérifier regarder chercher trouver consulter contrôler"
_NOUNS = {
    "refund": "remboursement remboursements",
    "order": "commande commandes achat",
    "book": "réservation réservations rendez table vol vols billet billets",
    "cancel": "annulation résiliation",
    "update": "modification modifications changement changements correction",
    "send": "email mail courriel message lien sms",
    "pay": "paiement paiements règlement",
    "transfer": "virement virements transfert",
    "charge": "débit prélèvement frais",
    "deliver": "livraison",
    "register": "abonnement inscription",
    "report": "réclamation",
    "discount": "remise réduction coupon",
    "identify": "nom prénom naissance identité postal passe",
}

_CLASSES = {
    "me": "je j' nous on",
    "clit": "le la les l' lui leur vous te t' me m' y en nous se s' ne n' n",
    "you": "vous tu",
    "it": "c' ce cela ça il elle ils elles ceci",
    "det": "le la les l' un une votre vos mon ma mes ton ta notre nos cette ce ces cet",
    "have": "ai avons",
    "has": "a ont as avez",
    "had": "aurais aurions aurait auraient avais avions avait avaient aurai aurons aura auront serait soit aie ait",
    "be": "est sont suis sommes êtes reste restent être",
    "was": "était étaient fut",
    "been": "été",
    "go": "vais allons va vont",
    "can": "peux pouvons puis",
    "could": "pu",
    "might": "pourrais pourrions pourrait devrait devraient devrais",
    "may": "peut pouvez peuvent pourriez",
    "want": "voulez veux souhaitez désirez aimeriez préférez voudriez souhaiteriez",
    "not": "pas jamais non",
    "no": "non",
    "none": "rien aucun aucune",
    "adv": "déjà aussi maintenant aujourd'hui bien correctement finalement tout tous immédiatement toujours très succès avec encore "
    "seulement donc juste venons viens de aussitôt également pour vous malheureusement d'ores toute y",
    "yet": "encore toujours",
    "hedge": "crois pense suppose semble semblerait paraît apparemment probablement peut-être sûrement imagine espère",
    "says": "dit disent disait demandé mentionné indique montre",
    "see": "vois voyons comprends entends",
    "generic": "normalement généralement habituellement automatiquement",
    "past_time": "hier",
    "kept": "hier",
    "sub": "si quand lorsque jusqu' tant pendant parce puisque où dont qui quoique avant",
    "wh": "quel quelle quels quelles quand où qui comment combien pourquoi quoi qu'",
    "conj": "et mais",
    "prep": "à de en par pour avec au du des d' dans sur aux",
    "not_prep": "en le la les l' de pour à est sont au du seulement un une des que d' sur dans",
    "article": "le la les euros dollars de un une d'",
    "yes": "oui ouais si exact exactement absolument volontiers certainement affirmatif parfaitement",
    "ok": "ok okay bon bien compris entendu parfait accord",
    "praise": "super génial excellent formidable magnifique",
    "right": "correct juste exact vrai bon ça cela",
    "tag": "oui non ok okay exact correct hein vrai",
    "courtesy": "s' il vous te plaît plait merci beaucoup maintenant monsieur madame mademoiselle alors eh ah oh euh hum et bien bon pardon excusez moi donc",
    "failed": "échoué échoue refusé refusée rejeté rejetée abouti",
    "trouble": "erreur erreurs problème problèmes souci panne difficulté",
    "run": "y a eu rencontré un avec est survenu ai avons",
    "stay": "reste restent restera demeure demeurent laisse laissons laissé laisserai garde maintiens laisser garder",
    "same": "inchangé inchangée même active actif telle tel",
    "finished": "fait faite prêt prête prêts terminé terminée effectué effectuée résolu réglé",
    "moment": "moment instant instants seconde secondes minute minutes",
    "glance": "voir vérifier regarder chercher consulter contrôler essayer jeter",
    "give": "donnez dites indiquez fournissez épelez répétez précisez communiquez",
    "giving": "donner dire indiquer fournir épeler répéter préciser communiquer confirmer rappeler",
    "wait": "patientez attendez laissez permettez",
    "receive": "recevrez aurez verrez arrivera arriveront sera seront serez pourrez",
    "agree": "accepte autorise approuve",
    "lead": "et mais alors bon bien ok okay parfait oui merci super d' accord donc désolé désolée malheureusement excusez moi pardon eh ah oh "
    "euh hum voilà très entendu compris excellent bonjour s' il vous plaît ensuite non voici ah",
    "stop": "pas jamais rien aucun aucune si quand lorsque peut-être crois pense pourrait devrait peut peuvent aurais dit non",
    "forward": "et mais pour",
    "light": "à de en par pour avec le la les l' un une du au est sont s' il vous plaît merci monsieur madame c' que d'",
    "passive": "été est sont",
    "dull": "le la les l' un une votre vos mon ma mes à de en par pour avec au du des d' et ce cette nom table erreur passe postal l",
    "finite": "ai avons a ont est sont suis peux pouvons veux voudrais dois vais va peut pourrait était j' je",
}

_QUESTIONS = """
tag?: ^ =n' =est =ce =pas $
tag?: ^ (it|=est|=bien|=d' =accord|=vous|=va|=convient|right|=cela|=confirmez|=le|=vous =confirmez|=à|=tout)+ $
tag?: ^^ (tag|=c'|=est)+ $
tag: ^ =est (=ce)? (=que)? it (=est|=vous =convient|=va) .. (=correct|=juste|=bon|=ça|=convient|=bien)
tag: ^ =est =ce (=correct|=exact|=bien =ça|=juste)
fragment?: ^^ courtesy+ $
asked?: ^ (=allô|=allo|=bonjour|=pardon|=comment) $
asked: ^ (=autre =chose|=quelque =chose =d' =autre)
asked: ^ (=y|=avez|=puis|=voulez|=désirez|=est|=souhaitez) .. (=autre =chose)
asked?: ^ prep? wh
asked: ^ prep? wh (=est|=sont|=puis|=pouvons|=souhaitez|=voulez|=avez|=serait)
asked?: .. =ou !no
asked+: ^ (=est =ce =que)? =vous? want =vous? (=que|=qu')
asked+: ^ (=est =ce =que)? =vous? want =vous? clit* (base|=continuer|=poursuivre|=procéder)
asked+: ^ (=est =ce =que)? (=je|=dois|=puis|=peux|=nous|=on) (=je|=dois|=puis|=peux)? clit* (=procéder|=continuer|=poursuivre|=y =aller)
asked: ^ (=est =ce =que)? (=je|=puis|=peux|=pourrais)+ (=avoir|=savoir|clit* =demander|=connaître)
asked+: ^ (=dois|=puis) =je clit* (base|_)
asked+?: ^ =est =ce =que (=je|=j'|=nous|=on) ..
asked+?: ^ (=je|=j'|=on|=nous) clit* (=peux|=dois)? clit* (pres|base)
asked+: ^ (=est =ce =que)? (it|=ça|=cela) =vous (=convient|=va|=conviendrait|=irait)
asked+: ^ (=êtes =vous|=vous =êtes) (=sûr|=sûre|=certain|=certaine|=d' =accord)
asked+: ^ (=acceptez|=autorisez|=approuvez) =vous
asked+: ^ (=vous)? =me? (=confirmez|=confirmer) (=vous)? (_* value|=que|=qu'|=bien)
asked+: ^ (=pouvez|=pourriez) =vous =me? =confirmer (_* value|=que|=qu')
asked+: ^ (=veuillez|=merci =de) =confirmer (_* value|$)
asked+?: ^ (=donc|=alors)? =vous want ..
asked: ^ (=pouvez|=pourriez) =vous
asked: ^ (=vous)? (=pouvez|=pourriez) clit* giving
asked?: ^ (=vous)? (=pouvez|=pourriez|=peut|=pourrait)
asked: ^ (=confirmez|=vérifiez)
asked: ^ give (=moi|=nous|det)
asked: ^ (=veuillez) (=me|=nous)? giving
asked: ^ (=j'|=nous) (=ai|=avons|=aurais|=aurai) =besoin (=de|=d'|=du) (=votre|=vos)?
asked+?: ^ (=c'|=est =ce|=ce) (=est|=sont)? _* value
asked: ^ (=avez|=as) (=vous|=tu)
asked: ^ =est =ce =que
asked?: ^ (det|it|_){1,5} (=a|=ont|=est|=sont|=sera|=seront) =t? (=il|=elle|=ils|=elles|=on) ..
asked?: ^ (=ai =je|=a|=est|=sont|=avez|=ont|=êtes|=puis|=peux) ..
"""

_GUARDS = """
confirmed: ^ (=pas =de|=aucun|=pas) (=problème|=souci) $
confirmed: ^ =tout =à =fait (=d' =accord|courtesy)* $
unclear: ^ =en =fait $
unclear: (=pas =de|=aucun) (=problème|=souci)
unclear: not (=mal|=seulement|=grave|=vous =inquiétez)
announced: ^ =ne? =quittez
hypothetical: ^ sub
hypothetical: ^ (=dès =que|=une =fois|=après =que|=après =avoir|=au =cas|=aussitôt =que|=à =moins)
unclear: (=vous|=tu|=ils|=elle|=elles|=on =m') clit* (=avez|=as|=ont|=a|=aviez)? adv* says
unclear: (=il|=elle|=on|det !stop{1,2}) (=dit|=indique|=montre)
reported: =selon
reported: =d' =après
unclear: (=je|=nous) see (=que|..) .. (past|been)
unclear: hedge .. (past|finished|have|has|been|be)
unclear: =peut =être
unclear: had
unclear: (might|may|=doit) (=avoir|=être)
unclear: (past|been|finished) .. past_time
unclear: (=semaine|=mois|=année) (=dernière|=dernier)
unclear: generic
unclear: det !stop{1,3} (=est|=sont) adv* (=prêt|=prête|=prêts)
unclear: (=ne|=n'|=je|=j')+ clit* (=sais|=suis|=entends|=comprends|=souviens|=ai)? not (=sûr|=sûre|=compris|=entendu|=certain)
unclear: (=sais|=entends|=comprends|=souviens) =pas
unclear: (=sera|=seront|=serait) value $
unclear: ^ (=vous|=tu|=ils|=elles) clit* has adv* (past|checked)
"""

_NEGATIONS = """
refused: (=peut|=peuvent|=pouvez) (=plus|not) =être (past|undone)
not_done keep: stay .. (=comme|same|=en =l' =état|=telle =quelle|=tel =quel|=à value|=le =même|=la =même|=tel)
not_done: (have|has) clit* not adv* could
not_done: could =pas
not_done: have not adv* (could|=réussi)
not_done: (have|has|be) (adv|yet)* not adv* been? adv* (past|finished|undone|checked|=pu|=réussi|=passé|=fonctionné|=marché|=abouti)
not_done: has (adv|yet)* not adv* (been|=pu) adv* (past|=possible)
not_done check: (=trouve|=trouvons|=vois) not
not_done: (have|has) (adv|yet|=encore)* none (past|been)
not_done: none .. (been|has|be) .. (past|been|finished)
not_done: ^ none .. (has) .. (=changé|past)
not_done: failed
not_done: run .. trouble
not_done: ^ trouble
not_done: =sans =succès
not_done: ^ (=pas =encore|=toujours =pas) $
refused: ^^ (courtesy|ok)* no (no|courtesy)* $
refused: ^ (=certainement|=sûrement|=surtout|=absolument|=bien =sûr|=vraiment)+ (=que)? (no|not)
refused: (can|=pouvons|=pourrais) (clit|adv)* not
refused: may clit* not
refused: =impossible
refused: (=préfère|=préférerais|=préfèrerais) (=que =vous (clit|=ne|=n'|_){0,4} not|clit* =que =non)
refused: (=est|=c' =est) adv* not (=possible|=autorisé|=permis)
refused: (=suis|=sommes) not (=autorisé|=autorisée|=autorisés|=habilité|=en =mesure)
refused: (=ai|=avons) not (=le =droit|=l' =autorisation|=accès|=la =permission)
refused: (=ai|=avais) =pas =dit _* value
refused: (=veux|=souhaite|=accepte|=autorise|=voulais|=voudrais|=confirme|=approuve|=désire) not
refused: (=est|=c'|=c) not (it|right|=exact|=bon|=ce)
refused: (future|=vais|=allons) clit* not
refused: (=pourrez|=pourra|=pourront|=pourrai|=pourrons|=pourrez) clit* (not|=plus)
refused: ^ =ne clit* (_) =pas
refused: ^ =n' (_) =pas
refused: (imperative|pres) clit* =pas $
refused: ^ (imperative) clit* =pas
refused: (=je|=j') (=préfère|=préférerais|=aimerais =mieux) (=ne)? =pas
refused: ^ (=pas =du =tout|=pas =question|=hors =de =question|=laissez =tomber|=laisse =tomber|=laissez $|=négatif|=incorrect|=faux|=c' =est =faux|=arrêtez|=stop|=jamais =de =la =vie|=pas =maintenant|=plutôt =pas|=surtout =pas)
correction: ^ (no)? (=c'|=est|=ce|=n'|=sont|=mais)* (no|not) not_prep* value
refused: ^^ (courtesy|ok)* no (value|det|=je|=j'|=ce|=c'|=attendez|=plutôt|prep|=merci|=pas|=ne|=n')
correction: ^ (=au =lieu =de|=plutôt =que) ..
"""

_ACTS = """
undone: (have|been|be) adv* been? adv* undone
undone: have adv* =fait =marche =arrière
undone: (have|been) adv* (=annulé|=repris) .. =en =arrière
promised: go clit* undo
promised: undo_future
offered: (can|=pourrais) clit* undo
announced: =en =train =de
announced: =en =cours
announced: ^ (=un|=juste|=donnez|=attendez|=patientez|=moi|=s' =il =vous =plaît|=une|=encore|value)* moment
announced: moment (=s' =il =vous =plaît)? $
announced: ^ wait
announced: ^ (=un)? (=petit)? =instant
announced: (=je|=nous) go clit* glance
announced: ^ =voyons
announced: ^ (=je|=j'|=nous) clit* (=vérifie|=regarde|=cherche|=consulte|=contrôle|=vérifions)
announced: ^ (=je|=j'|=nous|=on) clit* pres ..
announced: =occupe
announced: =presque finished
promised: (=je|=nous|=on|=j'|me)? go clit* (base|_)
promised: (det !stop{1,4}|it|=vous) =va clit* (base|=être)
promised: (future|future3)
promised: receive
offered: (can|=pourrais|=pourrions) clit* (base|=aider|=offrir|=proposer|_)
offered: ^ (=avec =plaisir|=volontiers =je)
"""

_DEEDS = """
done: have adv* (=bien)? (past|finished)
done: (been|=est) adv* (=pris|=prise) =en =compte
done: (=venons|=viens) (=de|=d') clit* base
done: (has|=ont) adv* been adv* (past|finished)
done: have adv* (=pu|=réussi =à) clit* base
done: (=est|=sont) adv* (acted|finished)
done: (=est|=sont) (=maintenant|=désormais) adv* past
done: ^ (adv|=tout|=voilà)* (=c')? finished (adv|=tout)* $
unclear: ^^ =c' =est =bon $
done: =on =a (adv|clit)* past
done: ^ =c' =est (adv)* finished
done: ^ =tout =est (=en =ordre|=bon|=prêt|=réglé)
done: ^ !finite/stop{1,3} past adv* $
done: ^ past (value|det|clit|prep)
done: ^ past adv* $
opener: ^^ (courtesy|ok)* (ok|=d' =accord|=très =bien|=ça =marche|=ça =va) (ok|courtesy|adv)* $
praise: ^^ (courtesy|ok)* praise (praise|courtesy|ok)* $
confirmed: ^^ (courtesy|ok|=d')* yes
confirmed: ^ (=d' =accord|=tout =à =fait|=bien =sûr|=allez =y|=vas =y|=c' =est (=ça|=exact|=correct|=juste|=bien =ça|=cela|=parfait|=vrai)|=ça =me =va|=ça =me =convient|=cela =me =convient|=faites (=le|=la|=donc|=ça)|=sans =problème|=pourquoi =pas|=avec =plaisir|=évidemment|=absolument|=bien =entendu|=entendu|=parfait)
confirmed: ^ (=je|=j') clit* (agree|=confirme)
opener: ^^ =s' =il =vous =plaît courtesy* $
fragment: ^ (=c')? (=est|=sont)? not_prep* value $
unclear: finite
"""

_JOINTS = """
conj (me|it|you|det|have|has|be|go|can|future|future3|receive|=si|no|=s' =il)
conj adv* past
conj adv* base
<conj/wh/adv/lead/=même sub
<conj (=dès =que|=une =fois|=au =lieu|=plutôt =que|=aussitôt =que)
<conj/sub/comma/lead (=y|=voulez|=souhaitez) .. =autre =chose
<conj/sub/comma/lead (=voulez|=souhaitez) =vous
"""

_RULED_OUT = """
[=pas not_prep* value (article* value)*]
[(=au =lieu =de|=plutôt =que) (det|article)* value]
(=changé|=modifié|=déplacé|=changée|=modifiée|=déplacée|=corrigé|=reporté|=reportée|=changer|=passé) _*? [=de (det|article)* value+] _*? =à
"""

_TOPICS = """
connect: (=passe|=passer|=transfère|=transférer) .. (=conseiller|=agent|=collègue|=spécialiste)
"""


def _forms(infinitive: str, irregular: Mapping[str, str]) -> dict[str, str]:
    stem = infinitive[:-2]
    soft = f"{stem}e" if stem.endswith("g") else stem
    found = {"past": f"{stem}é", "pres": f"{stem}e", "subj": f"{stem}e", "future": infinitive, **irregular}
    imperative = f"{stem}ez" if infinitive != "faire" else "faites"
    return {
        "base": infinitive,
        "past": " ".join(found["past"] + tail for tail in ("", "e", "s", "es")),
        "pres": f"{found['pres']} {soft}ons",
        "future": f"{found['future']}ai {found['future']}ons",
        "future3": f"{found['future']}a {found['future']}ont",
        "subj": found["subj"],
        "imperative": imperative,
    }


def grammar() -> WordGrammar:
    return WordGrammar(
        Table(
            classes=_CLASSES,
            verbs=list(verbs(_ACTIONS, _STATES, _UNDOING, _CHECKING, _forms)),
            nouns=_NOUNS,
            contractions={},
            rules=_QUESTIONS + _GUARDS + _NEGATIONS + _ACTS + _DEEDS,
            joints=_JOINTS,
            ruled_out=_RULED_OUT,
            topics=_TOPICS,
            abbreviations=frozenset(["m", "mme", "mlle", "dr", "tél", "av"]),
            behind_apostrophe=True,
        )
    )
