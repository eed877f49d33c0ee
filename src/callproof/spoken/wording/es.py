"""Spanish words: spellings, synonyms of calls, words that give a value its role."""

from __future__ import annotations

from callproof.spoken.wording.lexicon import Lexicon, endings, groups, pairs, phrases, words

LEXICON = Lexicon(
    code="es",
    hesitation=r"este{2,}|(?:^|(?<=[,.…;?!] ))este(?=,|…|\.{2,})|e+h+|e+m+|m{2,}|m+h+m*|u+m+|a+h+",
    fillers=phrases("o sea, digamos, pues, bueno, este pues, a ver, mire, oiga, es que"),
    variants=pairs(
        "okay=ok, okey=ok, okei=ok, vale=ok, solo=sólo, ésta=esta, éste=este, ése=ese, ésa=esa, setiembre=septiembre, "
        "celular=móvil, email=correo, e-mail=correo, señor=sr, señora=sra, usted=ud, ustedes=uds, chao=adiós, qué=que, "
        "cómo=como, cuándo=cuando, dónde=donde, cuál=cual, sí=si"
    ),
    contractions=pairs("del=de el, al=a el, pa=para, pal=para el"),
    paradigms=endings(
        "- s es",
        "o a os as",
        "- me te se lo la le nos los las les",
        "ado ada ados adas ar o as a amos an é aste ó aron ando aba aban aría e es en emos",
        "ido ida idos idas er ir o es e emos imos en í iste ió ieron iendo ía ían ería iría a as an amos",
    ),
    forms=pairs(
        "quiero=querer, quiere=querer, quiera=querer, quieres=querer, quería=querer, "
        "puedo=poder, puede=poder, puedes=poder, tengo=tener, tiene=tener, tenía=tener, tuve=tener, "
        "hago=hacer, hace=hacer, hizo=hacer, hice=hacer, hecho=hacer, voy=ir, va=ir, vamos=ir, fui=ir, fue=ir, "
        "digo=decir, dice=decir, dije=decir, dijo=decir, dicho=decir, envío=enviar, envía=enviar, devuelvo=devolver, "
        "devuelve=devolver, devuelvan=devolver, devuelva=devolver, pido=pedir, pide=pedir, pidió=pedir, cuesta=costar, "
        "encuentro=encontrar, recuerdo=recordar, pongo=poner, puso=poner, salgo=salir, vengo=venir, viene=venir"
    ),
    synonyms=groups(
        (
            "sólo, solamente, únicamente, nada más",
            "mensual, mensuales, a el mes, por mes, cada mes, mensualmente",
            "anual, anuales, a el año, por año, cada año, anualmente",
            "semanal, semanales, a la semana, por semana, cada semana, semanalmente",
            "diario, diaria, diarios, diarias, a el día, por día, cada día, diariamente",
            "nueva york, new york",
            "como mucho, como máximo, a lo sumo, máximo",
            "al menos, por lo menos, como mínimo, mínimo",
            "poder, puede, puedes, pueden, puedo, podría, podrías, podrían",
            "y, e, ni",
            "querer, quiero, quisiera, querría, me gustaría, deseo, desearía, necesito",
            "cancelar, anular, dar de baja",
            "devolver, reembolsar, regresar",
            "devolución, reembolso",
            "recibir, obtener",
            "comprar, adquirir",
            "empezar, comenzar, iniciar",
            "terminar, acabar, finalizar",
            "ayudar, echar una mano",
            "hablar, conversar, platicar",
            "teléfono, móvil, número de teléfono",
            "llamar, marcar, telefonear",
            "cambiar, modificar",
            "comprobar, verificar, confirmar, revisar",
            "enviar, mandar",
            "reservar, hacer una reserva, hacer una reservación",
            "reserva, reservación",
            "cita, turno",
            "factura, recibo, cuenta a pagar",
            "paquete, envío, encomienda",
            "coche, carro, auto, automóvil",
            "dinero, plata",
            "rápido, rápidamente, pronto",
            "ordenador, computadora",
            "hola, buenas, buenos días, buenas tardes, buenas noches",
            "adiós, hasta luego, hasta pronto",
            "gracias, muchas gracias, mil gracias",
            "si, claro, por supuesto, desde luego, exacto",
            "ok, de acuerdo, está bien",
            "aproximadamente, más o menos, alrededor de",
            "tal vez, quizá, quizás",
            "también, además",
            "arreglar, reparar",
            "precio, costo, coste, importe",
            "tarjeta, tarjeta de crédito",
        )
    ),
    light=words(
        "puedo puede puedes pueden podemos podría podrías podrían podríamos el la los las un una unos unas lo le les me te se nos mi mis tu tus su sus nuestro nuestra este esta estos estas "
        "ese esa esos esas aquel aquella eso esto de del a al en con por para y e o u que como si pero porque es son era "
        "tampoco está están estaba ser estar he ha han hay había yo tú él ella usted ud uds ustedes nosotros ellos favor porfavor "
        "gracias hola aquí ahí allí ahora ya muy más bien pues bueno ok sr sra buenos buenas días tardes noches también "
        "cual cuando donde quien hasta desde sobre entre número ni"
    ),
    articles=words("el la los las un una"),
    heavy=words("si sólo antes después menos sin cuando donde quien nunca desde hasta más"),
    roles_before=pairs(
        "de=way:from, desde=way:from, a=way:to, hasta=way:to, hacia=way:to, antes de=way:to, antes del=way:to, después de=way:from, después del=way:from, "
        "más de=size:least, al menos=size:least, por lo menos=size:least, menos de=size:most, como máximo=size:most, "
        "como mucho=size:most, sin=having:without, con=having:with, en vez de=choice:not, en lugar de=choice:not, "
        "en=in, para=for, por=by"
    ),
    roles_after=pairs(
        "o más=size:least, o menos=size:most, como máximo=size:most, como mínimo=size:least, al menos=size:least"
    ),
    raising=words("creo pienso parece supongo imagino"),
    holding=words("de con para"),
    sign_names=pairs("almohadilla=#, numeral=#, asterisco=*, más=+, barra=/, guion=-, guión=-"),
    spreading=words("ni"),
    alternatives=words("o u uno"),
    answers=words("no"),
    clause_words=words("sino pero es son"),
)
