"""Portuguese words: spellings, synonyms of calls, words that give a value its role."""

from __future__ import annotations

from callproof.spoken.wording.lexicon import Lexicon, endings, groups, pairs, phrases, words

LEXICON = Lexicon(
    code="pt",
    hesitation=r"e+h+|h+u*m+|m{2,}|m+h+m*|u+m{2,}|a+h+|é{2,}|ã+h*",
    fillers=phrases("tipo, tipo assim, sabe, então, bom, bem, olha, quer dizer, pois"),
    variants=pairs(
        "okay=ok, tá=está, tô=estou, pra=para, pro=para o, cê=você, celular=telemóvel, email=e-mail, senhor=sr, "
        "senhora=sra, registo=registro, facto=fato, contacto=contato, recepção=receção, dezasseis=dezesseis, "
        "dezassete=dezessete, dezanove=dezenove, obrigada=obrigado"
    ),
    contractions=pairs(
        "do=de o, da=de a, dos=de os, das=de as, no=em o, na=em a, nos=em os, nas=em as, ao=a o, aos=a os, à=a a, às=a as, "
        "pelo=por o, pela=por a, num=em um, numa=em uma, deste=de este, desta=de esta, neste=em este, nesta=em esta"
    ),
    paradigms=endings(
        "- s es",
        "o a os as",
        "ção ções",
        "ado ada ados adas ar o as a amos am ei ou aram ando ava avam aria e es em emos",
        "ido ida idos idas er ir o es e emos imos em i iu eram iram endo indo ia iam eria iria a as am amos",
    ),
    forms=pairs(
        "quero=querer, quer=querer, queria=querer, quis=querer, posso=poder, pode=poder, tenho=ter, "
        "tem=ter, tinha=ter, faço=fazer, faz=fazer, fez=fazer, fiz=fazer, feito=fazer, vou=ir, vai=ir, vamos=ir, foi=ir, "
        "digo=dizer, diz=dizer, disse=dizer, dito=dizer, peço=pedir, pede=pedir, recebo=receber"
    ),
    synonyms=groups(
        (
            "só, apenas, somente, unicamente",
            "mensal, mensais, por mês, a o mês, cada mês, mensalmente",
            "anual, anuais, por ano, a o ano, cada ano, anualmente",
            "semanal, semanais, por semana, cada semana, semanalmente",
            "diário, diária, por dia, a o dia, cada dia, diariamente",
            "nova york, nova iorque, new york",
            "e, nem",
            "querer, quero, queria, gostaria, gostaria de, desejo, preciso, preciso de",
            "cancelar, anular, desmarcar",
            "devolver, reembolsar, estornar",
            "devolução, reembolso, estorno",
            "receber, obter",
            "comprar, adquirir",
            "começar, iniciar",
            "terminar, acabar, finalizar",
            "ajudar, auxiliar, dar uma ajuda",
            "falar, conversar",
            "telefone, telemóvel, número de telefone",
            "ligar, telefonar, chamar",
            "mudar, alterar, trocar, modificar",
            "verificar, conferir, confirmar, checar",
            "enviar, mandar",
            "reservar, fazer uma reserva",
            "marcar, agendar",
            "consulta, marcação",
            "fatura, conta, recibo",
            "pacote, encomenda",
            "olá, oi, bom dia, boa tarde, boa noite",
            "tchau, adeus, até logo",
            "obrigado, muito obrigado, muito obrigada",
            "sim, claro, com certeza, isso mesmo",
            "ok, tudo bem, certo",
            "aproximadamente, mais ou menos, cerca de",
            "talvez, quem sabe",
            "também, além disso",
            "consertar, arrumar, reparar",
            "preço, valor, custo",
            "cartão, cartão de crédito",
        )
    ),
    light=words(
        "o a os as um uma uns umas lhe me te se nos meu minha meus minhas teu tua seu sua seus suas nosso nossa este esta "
        "esse essa isso isto aquele aquela de em com por para e ou que como se mas porque é são era está estou ser estar há "
        "eu tu ele ela você vocês nós eles favor obrigado olá oi aqui aí ali agora já muito mais bem ok sr sra bom boa dia "
        "tarde noite também qual quando onde quem até desde sobre gentileza entre número nem"
    ),
    articles=words("o a os as"),
    heavy=words("sim só antes depois menos sem quando onde quem nunca mais até desde"),
    roles_before=pairs(
        "de=way:from, desde=way:from, da=way:from, do=way:from, a=way:to, para=way:to, para a=way:to, até=way:to, à=way:to, "
        "ao=way:to, antes de=way:to, antes das=way:to, antes do=way:to, antes da=way:to, antes dos=way:to, depois de=way:from, depois das=way:from, "
        "depois do=way:from, depois da=way:from, depois dos=way:from, "
        "após=way:from, mais de=size:least, pelo menos=size:least, no mínimo=size:least, menos de=size:most, "
        "no máximo=size:most, sem=having:without, com=having:with, em vez de=choice:not, em=in, por=by, pelo=by, pela=by"
    ),
    roles_after=pairs("ou mais=size:least, ou menos=size:most, no máximo=size:most, no mínimo=size:least"),
    raising=words("acho penso parece creio suponho"),
    holding=words("de com para"),
    sign_names=pairs("jogo=#, velha=#, cardinal=#, asterisco=*, mais=+, barra=/, traço=-, hífen=-"),
    spreading=words("nem"),
    alternatives=words("ou um uma"),
    answers=words("não"),
    clause_words=words("mas é são sim"),
)
