"""What Spanish sentences do."""

from __future__ import annotations

from collections.abc import Mapping

from callproof.spoken.claiming.romance import verbs
from callproof.spoken.claiming.words import Table, WordGrammar

# Infinitives; forms that are not regular in brackets: participle, gerund, first person of the present, of the past, subjunctive,
# third person of the past; "-" where one is.
_ACTIONS = {
    "refund": "reembolsar reintegrar abonar devolver(devuelto,-,devuelvo,-,devuelva,-)",
    "order": "encargar comprar",
    "book": "reservar agendar programar",
    "cancel": "cancelar anular",
    "update": "actualizar cambiar modificar ajustar mover(-,-,muevo,-,mueva,-) reprogramar aplazar ampliar aumentar reducir(-,reduciendo,reduzco,reduje,reduzca,redujo) "
    "corregir(-,corrigiendo,corrijo,-,corrija,corrigió)",
    "send": "enviar(-,-,envío,-,envíe,-) reenviar(-,-,reenvío,-,reenvíe,-) mandar remitir",
    "pay": "pagar",
    "transfer": "transferir(-,transfiriendo,transfiero,-,transfiera,transfirió) traspasar",
    "confirm": "confirmar",
    "charge": "cobrar cargar facturar",
    "replace": "reemplazar sustituir(-,sustituyendo,sustituyo,-,sustituya,sustituyó)",
    "add": "añadir agregar incluir(-,incluyendo,incluyo,-,incluya,incluyó)",
    "remove": "eliminar borrar quitar retirar",
    "create": "crear generar",
    "deliver": "entregar despachar expedir(-,expidiendo,expido,-,expida,expidió)",
    "connect": "comunicar conectar pasar",
    "register": "inscribir(inscrito,-,-,-,-,-) suscribir(suscrito,-,-,-,-,-)",
    "record": "anotar apuntar guardar",
    # What it was tells their object: "he realizado el pedido".
    "": "realizar hacer(hecho,-,hago,hice,haga,hizo) tramitar procesar completar gestionar efectuar finalizar emitir aplicar solucionar resolver(resuelto,-,"
    "resuelvo,-,resuelva,-) solicitar iniciar terminar registrar arreglar aprobar(-,-,apruebo,-,apruebe,-)",
}
_STATES = {
    "open": "abrir(abierto,-,-,-,-,-)",
    "close": "cerrar(-,-,cierro,-,cierre,-)",
    "block": "bloquear congelar suspender desactivar",
    "activate": "activar reactivar desbloquear restablecer(-,-,restablezco,-,restablezca,-)",
}
_UNDOING = "revertir(-,revirtiendo,revierto,-,revierta,revirtió) deshacer(deshecho,-,deshago,deshice,deshaga,deshizo) restaurar"
_CHECKING = "revisar comprobar(-,-,compruebo,-,compruebe,-) consultar verificar buscar encontrar(-,-,encuentro,-,encuentre,-) localizar mirar"
_NOUNS = {
    "refund": "reembolso reembolsos devolución reintegro",
    "order": "pedido pedidos orden compra",
    "book": "reserva reservas reservación cita citas mesa vuelo vuelos billete billetes boleto boletos",
    "cancel": "cancelación anulación",
    "update": "cambio cambios modificación actualización",
    "send": "correo mensaje enlace sms email",
    "pay": "pago pagos",
    "transfer": "transferencia transferencias",
    "charge": "cargo cargos cobro cobros",
    "deliver": "entrega",
    "register": "suscripción inscripción",
    "report": "reclamación queja",
    "discount": "descuento cupón",
    "identify": "nombre apellido apellidos nacimiento identidad dni contraseña clave postal",
}

_CLASSES = {
    "me": "yo nosotros",
    "clit": "me te le les lo la los las nos se os",
    "se": "se",
    "det": "su sus tu tus el la los las mi mis un una este esta ese esa",
    "have": "he hemos",
    "has": "ha han",
    "had": "había habíamos habían habría habríamos habrían hubiera hubiese hubieran habrá habré",
    "be": "es está están son queda quedan quedado quedó ser estar",
    "was": "fue fueron",
    "been": "sido",
    "am": "estoy estamos",
    "go": "voy vamos va van",
    "can": "puedo podemos",
    "could": "pude pudimos pudo pudieron podido",
    "might": "podría podríamos podrían debería deberían deberíamos",
    "may": "puede pueden puedes",
    "want": "quiere quieres quieren desea deseas desean gustaría prefiere prefieres necesita",
    "not": "no nunca ni jamás tampoco",
    "no": "no nop",
    "none": "nada ningún ninguna ninguno",
    "adv": "ya también ahora mismo hoy correctamente exitosamente recién acabo acaba de finalmente bien todo todos ambos inmediatamente "
    "enseguida siempre así muy éxito con aún todavía para usted perfectamente solo",
    "yet": "aún todavía",
    "hedge": "creo pienso supongo parece quizá quizás probablemente posiblemente aparentemente espero imagino",
    "says": "dijo dijiste dijeron dice dicen pidió mencionó indica muestra comentó",
    "see": "veo vemos entiendo oí escuché",
    "generic": "normalmente generalmente habitualmente suele suelen automáticamente",
    "past_time": "ayer anteayer",
    "kept": "ayer anteayer",
    "sub": "si cuando mientras hasta aunque porque donde cuyo quien apenas",
    "wh": "qué cuál cuáles cuándo dónde quién quiénes cómo cuánto cuánta cuántos cuántas",
    "conj": "y e pero luego",
    "que": "que",
    "prep": "a de en por para con al del",
    "not_prep": "en a el la los las de por para al son es solo un una",
    "article": "el la los las euros dólares de un una",
    "yes": "sí sip claro afirmativo exacto exactamente correcto efectivamente adelante",
    "ok": "vale ok okay bueno bien entendido dale perfecto",
    "praise": "genial estupendo excelente fantástico",
    "tag": "verdad cierto correcto sí no vale ok okay acuerdo",
    "thanks": "gracias",
    "courtesy": "por favor gracias muchas señor señora señorita entonces pues ahora eh ah oh mmm este bueno y perdón mire muy disculpe",
    "failed": "falló fallado falla rechazado rechazada rechazó denegado denegada fracasado",
    "trouble": "error errores problema problemas inconveniente fallo dificultad incidencia",
    "run": "hay hubo habido tenido tuve tenemos surgido tuvimos tengo encontrado encontré con ha un",
    "stay": "sigue siguen permanece mantiene mantienen queda quedan quedará quedarán dejo dejamos dejado dejaré deja mantenemos dejar mantener",
    "same": "igual mismo intacto intacta activo activa activos sin tal",
    "finished": "hecho listo lista listos listas hecha completo completa confirmado resuelto arreglado solucionado",
    "moment": "momento momentito segundo segundito minuto minutito instante ratito",
    "working": "revisando comprobando consultando verificando buscando mirando trabajando procesando intentando",
    "glance": "ver revisar comprobar consultar verificar buscar mirar intentar echar",
    "looks": "reviso compruebo consulto verifico busco miro veo revisamos verificamos",
    "give": "dígame dime indíqueme indícame deme dame facilíteme facilítame deletréeme proporcióneme cuénteme repítame dígamelo",
    "giving": "decir dar decirme darme indicar indicarme facilitar facilitarme deletrear deletrearme repetir repetirme proporcionarme "
    "confirmar confirmarme verificar",
    "wait": "espere espera espéreme aguarde permítame permíteme déjeme déjame deje",
    "receive": "recibirá recibirás recibirán tendrá tendrás verá llegará llegarán estará estarán será serán podrá",
    "agree": "acepto confirmo autorizo apruebo",
    "lead": "y pero pues entonces bueno bien vale ok okay perfecto claro sí por favor gracias genial lo siento lamento lamentablemente "
    "desafortunadamente disculpe perdón eh ah oh mmm mire listo muy entendido estupendo excelente e acuerdo hola ya",
    "stop": "no nunca ni jamás tampoco nada ningún ninguna si cuando quizá quizás creo podría debería puede pueden habría hubiera dijo",
    "forward": "y e pero para",
    "light": "a de en por para con el la los las un una su al del es son favor gracias señor señora que",
    "passive": "sido es está están queda fue se",
    "dull": "el la los las un una su sus tu mi a de en por para con al del y e que este esta ese esa nombre postal mesa error",
    "finite": "he hemos ha han es está están son fue puedo podemos quiero necesito tengo tiene soy estoy voy va podría gustaría había era",
}

_QUESTIONS = """
tag?: ^ no (=es|=está)? (=así|=verdad|=cierto)? $
tag?: ^ (=es|=está|=le)* (=parece|=bien|=verdad|=cierto|=correcto|=correcta|=eso|=así|=de =acuerdo|=conforme|=le|=está)+ $
tag?: ^^ (tag|=de|=es|=no)+ $
tag?: ^ (=es|=está) (=correcto|=eso =correcto)
tag: ^ =le =parece =bien
fragment?: ^^ courtesy+ $
asked?: ^ (=hola|=perdón|=disculpe|=cómo) $
asked: ^ (=algo|=alguna =cosa) =más
asked: ^ (=hay|=necesita|=puedo|=desea) .. (=algo|=alguna =cosa) =más
asked?: ^ prep? wh
asked: ^ prep? wh (be|can|=desea|=quiere|=puedo|=hay|=tiene|clit)
asked?: .. =o !no
asked+: ^ (=le|=te|=les)? want (=usted)? =que
asked+: ^ (=le|=te|=les)? want clit* (base|=proceder|=continuar|=seguir)
asked+: ^ =quiero =confirmar .. value
asked: ^ (can|=podría) clit* (=tener|=saber|=preguntar|=preguntarle)
asked+: ^ (can|=debo|=podría) clit* (=proceder|=continuar|=seguir)
asked+?: ^ (can|=debo|=podemos) clit* base
asked+?: ^ (=procedo|=continúo|=sigo|=lo =hago|=continuamos|=seguimos)
asked+?: ^ (clit|adv)* pres !finite/future3/was/be* $
asked+: ^ (=está|=estaría) =bien (=si|=que)
asked+: ^ (=está|=estás) (=seguro|=segura|=de =acuerdo|=conforme)
asked+: ^ (=acepta|=autoriza|=aprueba)
asked+: ^ clit? (=confirma|=confirmas|may =confirmar|may =confirmarme|=podría =confirmar|=podría =confirmarme|=confirme|=confírmeme) (_* value|=que|=usted)
asked+: ^ =por =favor =confirme $
asked+?: ^ (=usted|=entonces)? (=quiere|=quieres|=desea|=deseas|=quería) ..
asked: ^ clit? (may|might) clit* giving
asked?: ^ clit? (may|might) clit* (base|_)
asked: ^ (=confirma|=confirmas|=confirme|=confírmeme|=verifique)
asked: ^ give
asked: ^ =me (=da|=dice|=indica|=facilita|=confirma|=deletrea|=repite)
asked: ^ =necesito =su
asked+?: ^ (=es|=son|=fue) _* value
asked: ^ (=tiene|=hay) _
asked?: ^ (have|has|se has|=está|=están|=es|=fue|se) ..
"""

_GUARDS = """
confirmed: ^^ =si (=claro|=adelante|=por =favor|=correcto|=confirmo|=está =bien|=señor|=señora|=gracias)* $
confirmed: ^^ =si =si
confirmed: ^ =claro =que =sí
confirmed: ^ =no =hay =problema $
confirmed: ^ =sin =problema $
unclear: no =hay =problema
unclear: not (=solo|=sólo|=está =mal|=se =preocupe|=pasa =nada|=hay =de)
unclear: (=podría|=podríamos|=podrían|=habría|=habríamos) (=haber|=haberla|=haberlo|=haberle|=haberlas|=haberlos|=haberles|=podido)
hypothetical: ^ sub
hypothetical: ^ (=una =vez|=en =cuanto|=después =de|=antes =de|=en =caso|=tan =pronto|=apenas)
unclear: (=usted|=ellos|=él|=ella|clit)? adv* (has)? adv* says
reported: =según
unclear: see .. (past|perfect)
unclear: hedge .. (past|finished|perfect|have|has)
unclear: =tal =vez
unclear: had
unclear: might .. (=haber|=estar|=haberse)
unclear: (may|=debe) (=haber|=haberse)
unclear: (perfect|past|was) .. past_time
unclear: (=semana|=mes|=año) =pasado
unclear: generic
unclear: det !stop{1,3} (=está|=están) adv* (=listo|=lista|=listos|=listas)
unclear: no clit* have (=entendido|=oído|=escuchado)
unclear: no clit* (=sé|=estoy =seguro|=estoy =segura|=oigo|=escucho|=entiendo|=entendí|=recuerdo)
unclear: (=serán|=será|=sería) value $
unclear: ^ (=usted)? clit* has past
"""

_NEGATIONS = """
refused: no (=puede|=pueden|=se =puede) (=ser)? (undo|=deshacerse|=revertirse|undone|=cancelarse)
not_done keep: stay .. (=como =estaba|=como =está|=igual|=sin =cambios|=tal =cual|=tal =como|=intacto|=intacta|=activo|=activa|=lo =mismo|=en value)
not_done: not clit* could
not_done: not clit* (has|have)? (=deja|=dejó|=dejaba|=dejado|=permite|=permitió|=permitido)
not_done: not clit* (has|have) adv* (could|been =posible)
not_done: not clit* (have|has) adv* been? adv* (past|undone|finished|=logrado|=conseguido|checked)
not_done: not clit* (was|be|=fue) been? adv* (past|finished|undone)
not_done: not clit* was adv* =posible
not_done: not clit* (perfect|perfect3|=logré|=conseguí|=logramos|=funcionó)
not_done check: not clit* (=encuentro|=encontramos|=aparece|=localizo|=veo)
not_done: none .. (has|se|was|have) .. (past|perfect3)
not_done: not clit* (has|have)? .. none
not_done: failed
not_done: run .. trouble
not_done: ^ trouble
not_done: (=algo) .. =mal
not_done: =sin =éxito
not_done: ^ (yet no|no yet) $
not_done: yet no
refused: ^^ (courtesy|ok|yes)* no (no|courtesy)* $
refused: ^ (=claro|=por =supuesto|=desde =luego) =que =no
refused: not clit* (can|=vamos =a|=voy =a|=podría)
refused: no clit* (=puede|=pueden) ..
refused: not clit* (=podrá|=podrán|=podremos|=podré|=podrás)
refused: (=es|=resulta) =imposible
refused: no clit* (=es|=está) (=posible|=permitido|=autorizado)
refused: no =tengo (=permiso|=autorización|=acceso)
refused: no (=estoy|=estamos) (=autorizado|=autorizada|=autorizados)
refused: no =dije _* value
refused: no clit* (=quiero|=deseo|=necesito|=acepto|=autorizo|=apruebo|=confirmo|=quería|=quisiera)
refused: no =es (=eso|=así|=correcto|=correcta|=lo)
refused: no clit* (subj|=haga|=hagas|=cancele)
refused: no clit* future
refused: ^ (=mejor|=prefiero|=preferiría) (=que)? no
refused: ^ (=ni =hablar|=para =nada|=en =absoluto|=de =ninguna =manera|=negativo|=incorrecto|=incorrecta|=olvídelo|=olvídalo|=déjelo|=déjalo|=pare|=nop|=está =mal)
refused: =creo =que =no $
correction: ^ (=es|=son|=sino|=que|=era)* no not_prep* value
refused: ^^ (courtesy|ok)* no (value|det|=yo|=quiero|=es|=son|=espere|=mejor|=así|=eso|=todavía|=ahora|prep|=gracias|=mire|=era|=sino|=ese|=esa)
correction: ^ (=en =vez =de|=en =lugar =de) ..
"""

_ACTS = """
undone: (have|has|se) adv* been? adv* undone
undone: (=está|=queda|was) adv* undone
undone: ^ (adv|clit|se)* undid
undone: ^ adv* undone
undone: (have|=hemos) (=dado =marcha|=echado) =atrás
announced: (am|clit) clit* undoing
promised: (go =a|^) clit* (undo_future)
promised: go =a undo
offered: (can|=podría) clit* undo
announced: se? (am|=está|=están) clit* adv* (ger|working)
announced: =siendo past
announced: ^ (clit|adv)* (ger|working)
announced: ^ (=un|=solo|=sólo|=deme|=dame|=espere|=espera|=por =favor|=una|value)* moment
announced: moment (=por =favor)? $
announced: ^ wait
announced: ^ (=a =ver|=vamos =a =ver)
announced: go =a clit* glance
announced: ^ (clit|adv|=se)* looks
announced: ^ (=no)? =cuelgue
announced: ^ (clit|adv|me)* pres !finite/future3/was/be* $
announced: =me (=encargo|=ocupo)
announced: ^ =procedo =a
announced: =casi (=listo|=está|=terminado|finished)
promised: go =a clit* (base|_)
promised: (future|future3)
promised: clit? receive
offered: (can|=podría|=podríamos) clit* (base|=ayudar|=ayudarle|=ofrecer|=ofrecerle|=hacer|=hacerlo|_)
offered: ^ (=con (=mucho)? =gusto|=encantado|=encantada)
"""

_DEEDS = """
done: have adv* past
done: (have|=acabo =de|=acabamos =de) adv* (finished|base)
done: (clit* has adv* been|se clit? has) adv* (past|finished)
done: have (=podido|=logrado|=conseguido) base
done: ^ (me|adv)* (=pude|=pudimos|=logré|=logramos|=conseguí|=conseguimos) clit* base
done: (was) adv* past
done: (=está|=están|=queda|=quedan|=quedó|=quedado|=ya|=ha =quedado) (adv)* (acted|finished)
done: (=está|=están|=queda|=quedan) =ya adv* past
done: ^ (det !stop{0,3})? se clit? adv* perfect3
done: ^ (me|clit|adv)* perfect ..
done: ^ =ya clit* plural
done: ^ (=ya)? (=está|=estuvo) $
done: ^ (adv|=todo)* finished (adv|=todo)* $
done: ^ !finite/stop{1,3} past adv* $
done: ^ past (value|det|clit|prep)
done: ^ past adv* $
done: ^ =ya (=lo =tiene|=lo =tienes)
opener: ^^ (courtesy|ok)* (ok|=de =acuerdo|=está =bien|=muy =bien) (ok|courtesy|adv)* $
praise: ^^ (courtesy|ok)* praise (praise|courtesy|ok|=que|=bien)* $
confirmed: ^^ (courtesy|ok)* yes
confirmed: ^ (=de =acuerdo|=por =supuesto|=desde =luego|=cómo =no|=así =es|=eso =es|=eso =mismo|=hágalo|=hazlo|=proceda|=procede|=continúe|=está =bien|=me =parece =bien|=me =parece =perfecto|=sin =duda|=es =correcto|=está =correcto|=eso =está =bien)
confirmed: ^ (agree|=sí =quiero)
opener: ^^ =por =favor courtesy* $
fragment: ^ (=es|=son)? not_prep* value $
unclear: finite
"""

_JOINTS = """
conj (me|clit|det|have|has|be|se|go|can|future|future3|receive|=si|no|perfect|was|=por =favor)
conj adv* past
conj adv* base
<conj/wh/adv/lead sub
<conj (=una =vez|=en =cuanto|=en =vez|=en =lugar|=tan =pronto)
conj? =sino
<conj/sub/comma/lead/que (=hay|=necesita|=desea) =algo =más
<conj/sub/comma/lead/que clit? (=quiere|=desea) =que
"""

_RULED_OUT = """
_ [no not_prep* value (article* value)*]
^^ [no not_prep* value (article* value)*] _*? (comma|=sino) _*? value
[no (=es|=son|=era|=eran) not_prep* value (article* value)*]
[(=en =vez =de|=en =lugar =de) (det|article)* value]
(=cambiado|=actualizado|=modificado|=movido|=cambiada|=actualizada|=movida|=corregido|=cambié|=cambiar|=mover) _*? [=de (det|article)* value+] _*? =a
"""

_TOPICS = """
connect: (=paso|=paso|=pasaré|=pasar|=transfiero|=transferiré|=comunico) =con
refund: value =de =vuelta
refund: =devolver =a
"""

# "I think", and a word of agreement.
_SKIPPED = frozenset(("creo", "confirmo"))
_SOFT = {"car": "qu", "gar": "gu", "zar": "c"}


_ENDINGS = {
    "ar": ("ado", "ando", "é", "e", "ó", "aron", "ara"),
    "er": ("ido", "iendo", "í", "a", "ió", "ieron", "iera"),
    "ir": ("ido", "iendo", "í", "a", "ió", "ieron", "iera"),
}
_FUTURES = {"hacer": "har", "deshacer": "deshar"}


def _forms(infinitive: str, irregular: Mapping[str, str]) -> dict[str, str]:
    stem = infinitive[:-2]
    soft = stem[:-1] + _SOFT[infinitive[-3:]] if infinitive[-3:] in _SOFT else stem
    past, ger, perfect, subj, perfect3, plural3, imperfect = _ENDINGS[infinitive[-2:]]
    found = {
        "past": stem + past,
        "ger": stem + ger,
        "pres": f"{stem}o",
        "perfect": soft + perfect,
        "subj": soft + subj,
        "perfect3": stem + perfect3,
        **irregular,
    }
    future = _FUTURES.get(infinitive, infinitive)
    participle = found["past"].removesuffix("o")
    gerund = found["ger"].replace("ando", "ándo").replace("iendo", "iéndo").replace("yendo", "yéndo")
    clitics = ("lo", "la", "los", "las", "le", "les", "te", "me", "se", "selo", "sela")
    return {
        "base": " ".join([infinitive, *(infinitive + clitic for clitic in clitics)]),
        "past": " ".join(participle + tail for tail in ("o", "a", "os", "as")),
        "ger": " ".join([found["ger"], *(gerund + clitic for clitic in ("lo", "la", "le", "los", "las"))]),
        "pres": found["pres"],
        "perfect": found["perfect"],
        "perfect3": f"{found['perfect3']} {stem}{plural3}",
        "plural": f"{stem}{'amos' if infinitive.endswith('ar') else 'imos'}",
        "future": f"{future}é {future}emos",
        "future3": f"{future}á {future}án",
        "subj": f"{found['subj']} {found['subj']}s {found['subj']}mos {stem}{imperfect}",
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
            abbreviations=frozenset(["sr", "sra", "srta", "dr", "dra", "ud", "uds", "av", "avda", "tel"]),
        )
    )
