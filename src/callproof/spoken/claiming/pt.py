"""What Portuguese sentences do, of Brazil and of Portugal."""

from __future__ import annotations

from collections.abc import Mapping

from callproof.spoken.claiming.romance import verbs
from callproof.spoken.claiming.words import Table, WordGrammar

# Infinitives; forms that are not regular in brackets: participle, gerund, first person of the present, of the past, subjunctive,
# third person of the past; "-" where one is.
_ACTIONS = {
    "refund": "reembolsar estornar devolver restituir(restituído,-,restituo,restituí,restitua,-)",
    "order": "encomendar comprar",
    "book": "reservar agendar marcar",
    "cancel": "cancelar anular",
    "update": "atualizar alterar mudar modificar remarcar reagendar ajustar corrigir(-,-,corrijo,-,corrija,-) aumentar reduzir(-,-,-,-,-,reduziu)",
    "send": "enviar mandar reenviar encaminhar",
    "pay": "pagar(pago,-,-,-,-,-)",
    "transfer": "transferir(-,-,transfiro,-,transfira,-)",
    "confirm": "confirmar",
    "charge": "cobrar debitar faturar",
    "replace": "substituir(substituído,-,substituo,substituí,substitua,-) trocar",
    "add": "adicionar acrescentar incluir(incluído,-,incluo,incluí,inclua,-)",
    "remove": "remover excluir(excluído,-,excluo,excluí,exclua,-) apagar retirar eliminar",
    "create": "criar gerar",
    "deliver": "entregar despachar",
    "connect": "conectar",
    "register": "inscrever(inscrito,-,-,-,-,-) cadastrar",
    "record": "registrar registar anotar salvar(salvo,-,-,-,-,-) guardar",
    # What it was tells their object: "fiz o pedido".
    "": "fazer(feito,-,faço,fiz,faça,fez) realizar processar concluir(concluído,-,concluo,concluí,conclua,-) completar efetuar finalizar emitir aplicar "
    "resolver solicitar efetivar tratar terminar aprovar",
}
_STATES = {
    "open": "abrir(aberto,-,-,-,-,-)",
    "close": "fechar encerrar",
    "block": "bloquear congelar suspender(suspenso,-,-,-,-,-) desativar",
    "activate": "ativar reativar desbloquear",
}
_UNDOING = "reverter desfazer(desfeito,-,desfaço,desfiz,desfaça,desfez) restaurar"
_CHECKING = "verificar checar consultar buscar procurar encontrar localizar olhar conferir"
_NOUNS = {
    "refund": "reembolso reembolsos estorno devolução",
    "order": "pedido pedidos encomenda compra",
    "book": "reserva reservas consulta agendamento mesa voo voos passagem passagens",
    "cancel": "cancelamento",
    "update": "alteração alterações mudança mudanças atualização",
    "send": "email mail mensagem link sms",
    "pay": "pagamento pagamentos",
    "transfer": "transferência transferências",
    "charge": "cobrança cobranças débito",
    "replace": "troca",
    "deliver": "entrega",
    "register": "assinatura inscrição cadastro",
    "report": "reclamação",
    "discount": "desconto cupom",
    "identify": "nome sobrenome nascimento identidade cpf rg nif senha cep",
}

_CLASSES = {
    "me": "eu nós",
    "clit": "me te lhe lhes o a os as nos se lo la los las",
    "se": "se",
    "det": "seu sua seus suas o a os as meu minha um uma este esta esse essa teu tua nosso",
    "had": "teria teríamos teriam tinha tínhamos tinham haveria tivesse tivéssemos tiver tenha tenham houvesse fosse",
    "be": "é está estão são fica ficam ficou ficaram tá ser estar",
    "was": "foi foram",
    "been": "sido",
    "am": "estou estamos tô",
    "go": "vou vamos irei iremos vai vão",
    "can": "posso podemos",
    "could": "pude pudemos pôde puderam consegui conseguimos conseguiu",
    "might": "poderia poderíamos poderiam deveria deveriam devia",
    "may": "pode podem",
    "want": "quer querem deseja desejam gostaria prefere preferem queria",
    "not": "não nunca nem jamais nao",
    "no": "não nao",
    "none": "nada nenhum nenhuma",
    "adv": "já também agora mesmo hoje corretamente finalmente bem tudo todos ambos imediatamente sempre assim muito sucesso com "
    "ainda para você senhor senhora só apenas logo aqui acabei acabamos de",
    "yet": "ainda",
    "hedge": "acho penso suponho parece talvez provavelmente possivelmente aparentemente espero imagino creio acredito",
    "says": "disse disseram diz dizem falou pediu mencionou indica mostra consta comentou",
    "see": "vejo vemos entendo ouvi",
    "generic": "normalmente geralmente costuma costumam automaticamente",
    "past_time": "ontem anteontem",
    "kept": "ontem anteontem",
    "sub": "se quando enquanto até embora porque onde cujo quem caso",
    "wh": "que qual quais quando onde quem como quanto quanta quantos quantas",
    "conj": "e mas então",
    "prep": "a de em por para com ao do da no na",
    "not_prep": "em no na nos nas o a os as de por para ao é são foi só um uma",
    "article": "o a os as euros reais dólares de um uma",
    "yes": "sim claro exato exatamente correto isso certo positivo afirmativo pode perfeitamente certeza aham uhum",
    "ok": "ok okay bom bem entendido beleza certo perfeito combinado tá",
    "praise": "ótimo excelente maravilha legal fantástico",
    "tag": "certo correto né sim não ok okay combinado verdade",
    "courtesy": "por favor obrigado obrigada muito agora senhor senhora moço moça então eh ah oh hum bom e desculpe olha olhe tá",
    "failed": "falhou falhado falha recusado recusada recusou negado negada rejeitado rejeitada",
    "trouble": "erro erros problema problemas falha dificuldade",
    "run": "há houve ocorreu tive tivemos tem teve aconteceu deu temos tenho encontrei um com",
    "stay": "continua continuam permanece permanecem mantém mantive fica ficam ficará deixei deixo deixamos segue manteremos deixar manter",
    "same": "igual mesmo inalterado inalterada ativo ativa",
    "finished": "feito prontinho pronto pronta prontos prontas feita completo completa resolvido",
    "moment": "momento momentinho segundo segundinho minuto minutinho instante instantinho",
    "working": "verificando checando consultando buscando procurando olhando trabalhando processando tentando conferindo",
    "glance": "ver verificar checar consultar buscar procurar olhar tentar conferir dar",
    "looks": "verifico checo consulto busco procuro vejo verificamos confiro",
    "give": "diga informe dê fale soletre forneça repita conte",
    "giving": "dizer dar informar soletrar repetir fornecer falar passar confirmar",
    "wait": "aguarde espere espera deixe deixa permita",
    "receive": "receberá receberão vai terá verá chegará chegarão estará estarão será serão poderá",
    "agree": "aceito confirmo autorizo aprovo concordo",
    "lead": "e mas então bom bem tá ok okay perfeito claro sim por favor obrigado obrigada ótimo certo lamento infelizmente desculpe eh ah "
    "oh hum olha pronto muito entendido excelente olá sinto lamentavelmente beleza",
    "stop": "não nunca nem jamais nada nenhum nenhuma se quando talvez acho poderia deveria pode podem teria disse",
    "forward": "e mas para",
    "light": "a de em por para com o os as um uma ao é são favor obrigado obrigada senhor senhora que no na",
    "passive": "sido é está foi foram fica se",
    "dull": "o a os as um uma seu sua meu minha de em por para com ao do da no na e que este esta esse essa nome mesa erro",
    "finite": "é está estão são foi posso podemos quero preciso tenho tem sou estou vou vai pode poderia gostaria era há eu",
}

_QUESTIONS = """
tag?: ^ (=não) (=é|=está)? (=isso|=verdade|=certo)? $
tag?: ^ (=é|=está|=tá|=tudo|=bem|=bom|=isso|=certo|=correto|=correta|=verdade|=mesmo|=assim|=de =acordo|=combinado|=pode =ser)+ $
tag?: ^^ (tag|=é|=não)+ $
tag?: ^ (=é|=está) (=isso =mesmo|=correto|=certo) $
fragment?: ^^ courtesy+ $
asked?: ^ (=olá|=oi|=alô|=como|=desculpe) $
asked: ^ (=algo|=alguma =coisa) =mais
asked: ^ =mais (=alguma =coisa|=algo)
asked: ^ (=há|=precisa|=posso|=deseja|=tem) .. =mais (=alguma =coisa|=algo)
asked: ^ (=há|=precisa|=posso|=deseja|=tem) .. (=algo|=alguma =coisa) =mais
asked?: ^ prep? wh
asked: ^ prep? wh (be|may|=deseja|=quer|=posso|=tem|=seria)
asked: ^ prep? (=qual|=quais) (=é|=o|=a)
asked?: .. =ou !no
asked+: ^ (=você|=senhor|=senhora|=o|=a)* want (=você)? =que
asked+: ^ (=você|=senhor|=senhora|=o|=a)* want clit* (base|=prosseguir|=continuar)
asked: ^ can clit* (=ter|=saber|=perguntar)
asked+: ^ (can|=devo) clit* (=prosseguir|=continuar|=seguir)
asked+?: ^ (can|=devo) clit* base
confirmed: ^ =pode clit? (=ser|base|=sim|adv)* (=sim|=isso|adv|=por =favor)* $
asked+?: ^ (=prossigo|=continuo|=sigo|=faço)
asked+?: ^ (clit|adv|=eu)* pres !finite/future3/was/be* $
asked+: ^ (=está|=estás) (=certo|=certa|=de =acordo) .. (=de|=disso|=que)
asked+: ^ (=aceita|=autoriza|=aprova|=concorda)
asked+: ^ clit? (=confirma|=confirmas|may clit* =confirmar|=poderia clit* =confirmar|=confirme) (_* value|=que|=se)
asked+: ^ =por =favor =confirme $
asked+?: ^ (=você|=então)? (=quer|=queria|=deseja|=gostaria) ..
asked: ^ (=você|=senhor|=senhora|=o|=a)* (may|might) clit* giving
asked?: ^ (=você|=senhor|=senhora|=o|=a)* (may|might) clit* (base|_)
asked: ^ clit? (=confirma|=confirme|=verifique)
asked: ^ clit give
asked: ^ give (clit|det)
asked: ^ clit? =preciso (=do|=de|=da) =seu?
asked+?: ^ (=é|=são|=foi) _* value
asked: ^ (=tem|=há) _
asked?: ^ (=está|=estão|=é|=foi|=foram|=já) ..
"""

_GUARDS = """
confirmed: ^ =sem =problema =nenhum? $
confirmed: ^ =não =há =problema $
confirmed: ^ =não =tem =problema $
confirmed: ^ =claro =que =sim
unclear: no (=há|=tem) =problema
unclear: not (=só|=apenas|=está =mal|=se =preocupe|=foi =nada|=há =de =quê|=é =ruim)
hypothetical: ^ sub
hypothetical: ^ (=uma =vez|=assim =que|=logo =que|=depois =de|=antes =de|=depois =que)
unclear: (=você|=eles|=ele|=ela|clit)? adv* says
reported: (=segundo|=conforme) =o
unclear: see .. (past|perfect|perfect3)
unclear: hedge .. (past|finished|perfect|perfect3|was)
unclear: had
unclear: (might|may|=deve) =ter
unclear: might .. (=estar|=ser|=ter)
unclear: (perfect|past|perfect3|was) .. past_time
unclear: (=semana|=mês|=ano) =passado
unclear: (=semana) =passada
unclear: generic
unclear: det !stop{1,3} (=está|=estão|=tá) adv* (=pronto|=pronta|=prontos|=prontas)
unclear: no clit* (=sei|=tenho =certeza|=estou (=ouvindo|=certo)|=ouço|=ouvi|=entendi|=lembro)
unclear: (=serão|=será|=seria|=ficam) value $
unclear: ^ (=você|=vocês|=senhor) clit* perfect3
"""

_NEGATIONS = """
refused: no (=pode|=podem|=dá =para) (=mais)? (=ser)? (undo|undone|=cancelado)
not_done keep: stay .. (=como =estava|=como =está|=igual|=sem =alterações|=sem =alteração|=inalterado|=inalterada|=ativo|=ativa|=o =mesmo|=a =mesma|=em value)
not_done: not clit* could
not_done: not clit* adv* (was|be) (been|adv)* (past|finished|undone)
not_done: not clit* adv* =foi adv* =possível
not_done: not clit* (perfect|perfect3|undid|=funcionou|=deu =certo|=passou)
not_done: not clit* =tenho past
not_done check: not clit* (=encontro|=encontrei|=consta|=localizo|=vejo|=localizei)
not_done: none .. (was|=foi) .. (past|finished)
not_done: not (was|=foi) .. none
not_done: ^ none .. (=mudou|=alterou)
not_done: failed
not_done: run .. trouble
not_done: ^ trouble
not_done: (=algo) .. =errado
not_done: =sem =sucesso
not_done: ^ (yet no|no yet) $
not_done: yet no
refused: ^^ (courtesy|ok|yes)* no (no|courtesy)* $
refused: ^ (=claro|=com =certeza|=é =claro) =que? no
refused: not clit* (can|=vou|=vamos|=irei|=poderia)
refused: no clit* (=pode|=podem) ..
refused: not clit* (=poderá|=poderão|=poderei|=poderemos)
refused: (=é|=fica) =impossível
refused: no =é (=possível|=permitido|=autorizado)
refused: no =tenho (=permissão|=autorização|=acesso)
refused: no (=estou|=estamos) (=autorizado|=autorizada|=autorizados)
refused: no (=me)? (=é|=está) =permitido
refused: no =disse _* value
refused: no clit* (=quero|=desejo|=preciso|=aceito|=autorizo|=aprovo|=confirmo|=queria|=concordo)
refused: no =é (=isso|=assim|=correto|=correta|=o|=bem)
refused: no =está (=certo|=correto)
refused: no clit* (subj|=faça|=faz)
refused: no clit* future
refused: ^ (=melhor|=prefiro|=preferia) (=que)? no
refused: ^ (=de =jeito =nenhum|=de =forma =nenhuma|=de =modo =nenhum|=nem =pensar|=negativo|=incorreto|=incorreta|=esquece|=esqueça|=deixa =pra =lá|=deixe =para =lá|=pare|=está =errado|=tá =errado)
refused: =acho =que no $
correction: ^ (=é|=são|=que|=era)* no not_prep* value
refused: ^^ (courtesy|ok)* no (value|det|=eu|=quero|=é|=são|=espera|=espere|=melhor|=assim|=isso|=agora|prep|=obrigado|=obrigada|=era|=esse|=essa)
correction: ^ (=em =vez =de|=ao =invés =de) ..
"""

_ACTS = """
undone: (was|be) adv* undone
undone: ^ (=eu|adv|clit|se)* undid
undone: ^ adv* undone
undone: ^ (=eu|adv)* =voltei =atrás
announced: (am|clit) (=a)? clit* (undoing|undo)
promised: go clit* undo
promised: undo_future
offered: (can|=poderia) clit* undo
announced: =sendo past
announced: se? (am|=está|=estão) adv* (ger|working)
announced: am =a clit* (base|glance|seek)
announced: ^ (clit|adv)* (ger|working)
announced: ^ (=um|=só|=só =um|=me =dê|=espere|=espera|=por =favor|=aguarde|=uma|value)* moment
announced: moment (=por =favor)? $
announced: ^ clit? wait
announced: go clit* glance
announced: ^ (clit|adv|=eu)* looks
announced: ^ no =desligue
announced: ^ (clit|adv|me)* pres !finite/future3/was/be* $
announced: =cuido
announced: =quase (finished|=lá)
promised: (=você|=ele|=ela|det .. )? =vai (=receber|=ser|=chegar|=ficar|=estar)
promised: (=vou|=vamos|=irei|=iremos) clit* (base|_)
promised: (future|future3)
promised: clit? receive
offered: (can|=poderia|=poderíamos) clit* (base|=ajudar|=oferecer|_)
offered: ^ (=com (=todo)? =prazer|=será =um =prazer)
"""

_DEEDS = """
done: was adv* (past|finished)
done: =tenho adv* past
done: (=acabei =de|=acabamos =de|=consegui|=conseguimos|=pude|=pudemos) (base|seek)
done: (=está|=estão|=fica|=ficam|=ficou|=ficaram|=tá) adv* (acted|finished)
done: (=está|=estão) =já adv* past
done: ^ (=eu|clit|adv)* perfect ..
done: ^ =já clit* plural
done: ^ (adv|=tudo)* finished (adv|=tudo)* $
done: ^ !finite/stop{1,3} past adv* $
done: ^ past (value|det|clit|prep)
done: ^ past adv* $
opener: ^^ (courtesy|ok)* (ok|=de =acordo|=está =bem|=está =bom|=tudo =bem|=tá =bom|=muito =bem) (ok|courtesy|adv)* $
praise: ^^ (courtesy|ok)* praise (praise|courtesy|ok)* $
confirmed: ^^ (courtesy|ok)* yes (yes|courtesy|ok|=que|=mesmo|=com|base|=fazer|=ser|=seguir|=prosseguir|det|clit)* $
confirmed: ^^ (courtesy|ok)* =sim
confirmed: ^^ (yes|=isso) (=mesmo|=aí)
confirmed: ^ (=de =acordo|=com =certeza|=pode =ser|=é =isso|=vá =em =frente|=vai =em =frente|=faça =isso|=faz =isso|=está =certo|=está =correto|=sem =dúvida|=isso =mesmo|=prossiga|=continue|=é =claro|=pode =fazer|=por =mim =tudo =bem)
confirmed: ^ agree
confirmed: ^ (=para|=por) =mim (=está|=fica|=é)? adv* (=ótimo|=bom|=bem|=perfeito|=tudo =bem) $
opener: ^^ =por =favor courtesy* $
fragment: ^ (=é|=são)? not_prep* value $
unclear: finite
"""

_JOINTS = """
conj (me|clit|det|was|be|go|can|future|future3|receive|=se|no|perfect|=já|=por =favor)
conj adv* past
conj adv* base
<conj/wh/adv/lead/clit/no sub
<conj (=uma =vez|=assim =que|=em =vez|=ao =invés)
<conj/sub/comma/lead (=há|=precisa|=deseja) =mais (=alguma|=algo)
<conj/sub/comma/lead want =que
"""

_RULED_OUT = """
_ [no not_prep* value (article* value)*]
^^ [no not_prep* value (article* value)*] _*? (comma|=mas) _*? value
[no (=é|=são|=era|=eram) not_prep* value (article* value)*]
[(=em =vez =de|=ao =invés =de) (det|article)* value]
(=alterado|=atualizado|=mudado|=alterada|=atualizada|=alterei|=mudei|=atualizei|=alterar|=mudar|=mudamos|=alteramos|=remarcado|=remarcada) _*? [=de (det|article)* value+] _*? =para
"""

_TOPICS = """
connect: (=passo|=passar|=transferindo|=transferir|=transfiro) .. =para (=um|=uma|=o) (=atendente|=agente|=especialista)
refund: value =de =volta
"""

# A word of agreement.
_SKIPPED = frozenset(("confirmo",))
_SOFT = {"car": "qu", "gar": "gu", "çar": "c"}
_ENDINGS = {
    "ar": ("ado", "ando", "ei", "e", "ou", "amos", "asse"),
    "er": ("ido", "endo", "i", "a", "eu", "emos", "esse"),
    "ir": ("ido", "indo", "i", "a", "iu", "imos", "isse"),
}
_FUTURES = {"fazer": "far", "desfazer": "desfar"}
_ACCENTED = {"ar": "á", "er": "ê", "ir": "i"}


def _forms(infinitive: str, irregular: Mapping[str, str]) -> dict[str, str]:
    stem, kind = infinitive[:-2], infinitive[-2:]
    soft = stem[:-1] + _SOFT[infinitive[-3:]] if infinitive[-3:] in _SOFT else stem
    past, ger, perfect, subj, perfect3, plural, imperfect = _ENDINGS[kind]
    begin = soft if kind == "ar" else stem
    found = {
        "past": stem + past,
        "ger": stem + ger,
        "pres": f"{stem}o",
        "perfect": begin + perfect,
        "subj": begin + subj,
        "perfect3": stem + perfect3,
        **irregular,
    }
    future = _FUTURES.get(infinitive, infinitive)
    participle = found["past"].removesuffix("o")
    return {
        # "enviá-lo"
        "base": f"{infinitive} {stem}{_ACCENTED[kind]}",
        "past": " ".join(participle + tail for tail in ("o", "a", "os", "as")),
        "ger": found["ger"],
        "pres": found["pres"],
        "perfect": found["perfect"],
        "perfect3": found["perfect3"],
        "plural": stem + plural,
        "future": f"{future}ei {future}emos",
        "future3": f"{future}á {future}ão",
        "subj": f"{found['subj']} {found['subj']}m {stem}{imperfect}",
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
            abbreviations=frozenset(["sr", "sra", "dr", "dra", "av", "tel"]),
        )
    )
