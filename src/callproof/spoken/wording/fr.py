"""French words: spellings, synonyms of calls, words that give a value its role."""

from __future__ import annotations

from callproof.spoken.wording.lexicon import Lexicon, endings, groups, pairs, phrases, words

LEXICON = Lexicon(
    code="fr",
    hesitation=r"e+u+h+|h+e+u+|h+u+m+|h+m+|m{2,}|m+h+m*|a+h+",
    fillers=phrases("alors, donc, en fait, bon, eh bien, voilà, quoi, du coup, enfin, tu vois, vous voyez"),
    variants=pairs(
        "okay=ok, ouais=oui, email=e-mail, mail=e-mail, courriel=e-mail, monsieur=m, madame=mme, ça=cela, clef=clé"
    ),
    contractions=pairs("du=de le, des=de les, au=à le, aux=à les"),
    elisions=pairs(
        "l=le, j=je, d=de, qu=que, m=me, t=te, s=se, c=ce, n=ne, jusqu=jusque, lorsqu=lorsque, puisqu=puisque, quelqu=quelque"
    ),
    paradigms=endings(
        "- s x e es",
        "er é ée és ées e es ent ons ez ais ait ant erai era erais erait",
        "ir i ie is it issons issez issent issait",
        "re s t ons ez ent u ue us ues ait ais",
        "al aux",
    ),
    forms=pairs(
        "toutes=tous, veux=vouloir, veut=vouloir, voulais=vouloir, voulez=vouloir, peux=pouvoir, peut=pouvoir, "
        "pouvez=pouvoir, pourriez=pouvoir, pourrais=pouvoir, pourrait=pouvoir, ai=avoir, as=avoir, a=avoir, avons=avoir, avez=avoir, "
        "vais=aller, va=aller, allez=aller, fais=faire, fait=faire, faites=faire, dis=dire, dit=dire, dites=dire, "
        "reçois=recevoir, reçu=recevoir, prends=prendre, pris=prendre, dois=devoir, doit=devoir, devez=devoir"
    ),
    synonyms=groups(
        (
            "seulement, uniquement",
            "mensuel, mensuels, mensuelle, mensuelles, par mois, chaque mois, mensuellement",
            "annuel, annuels, annuelle, annuelles, par an, chaque année, annuellement",
            "hebdomadaire, hebdomadaires, par semaine, chaque semaine",
            "quotidien, quotidienne, par jour, chaque jour, quotidiennement",
            "et, ni",
            "vouloir, veux, voudrais, aimerais, souhaite, souhaiterais, désire, ai besoin de",
            "annuler, résilier",
            "rembourser, rendre",
            "recevoir, obtenir",
            "acheter, commander",
            "commencer, débuter",
            "finir, terminer",
            "aider, donner un coup de main",
            "parler, discuter",
            "téléphone, portable, mobile, numéro de téléphone",
            "appeler, téléphoner",
            "changer, modifier",
            "vérifier, contrôler, confirmer",
            "envoyer, expédier",
            "réserver, faire une réservation",
            "rendez-vous, rdv",
            "facture, note, addition",
            "colis, paquet",
            "bonjour, bonsoir, salut, allô",
            "au revoir, à bientôt, bonne journée",
            "merci, merci beaucoup, merci bien",
            "oui, bien sûr, tout à fait, exactement, certainement",
            "ok, d'accord, très bien, entendu",
            "environ, à peu près, approximativement",
            "peut-être, éventuellement",
            "aussi, également",
            "réparer, arranger",
            "prix, coût, montant",
            "carte, carte bancaire, carte bleue",
            "voiture, auto",
            "argent, sous",
        )
    ),
    light=words(
        "le la les l un une des de du à au aux en dans par pour avec sur chez et ou que qui quoi ce cet cette ces cela ceci "
        "il elle on nous vous ils elles je tu me te se moi toi lui leur y mon ma mes ton ta tes son sa ses notre nos votre "
        "vos leurs est sont suis es êtes sommes était être ai as a avons avez ont avoir ne mais si car comme merci plaît "
        "svp bonjour bonsoir salut ici là maintenant déjà très bien plus ok m mme aussi quel quelle quand où entre numéro"
    ),
    articles=words("le la les"),
    heavy=words("qui quoi quand où avant après moins sans seulement plus jamais"),
    roles_before=pairs(
        "de=way:from, du=way:from, depuis=way:from, à=way:to, au=way:to, vers=way:to, jusqu'à=way:to, avant=way:to, "
        "après=way:from, plus de=size:least, au moins=size:least, moins de=size:most, au plus=size:most, "
        "au maximum=size:most, sans=having:without, avec=having:with, au lieu de=choice:not, pour=for, en=in, par=by, contre=against"
    ),
    roles_after=pairs("ou plus=size:least, ou moins=size:most, au maximum=size:most, au minimum=size:least"),
    raising=words("pense crois semble suppose imagine"),
    carriers=words("ne n"),
    holding=words("de avec pour"),
    sign_names=pairs("dièse=#, étoile=*, astérisque=*, plus=+, barre=/, tiret=-"),
    spreading=words("ni"),
    alternatives=words("ou soit un une l'un l'une"),
    answers=words("non"),
    clause_words=words("mais c'est il elle je nous"),
)
