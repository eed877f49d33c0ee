"""Short phrases that change what a silence or an overlap means.

Each answers one question about a text; a phrase that is not known here is ordinary speech. English is covered; of some other
languages what is said while listening, "one moment", farewells, and what is asked with a question mark.
"""

from __future__ import annotations

import re

from callproof.spoken.shapes import by_shape

# A longer text is no mere "mm-hm", whatever it is made of.
_LONGEST_BACKCHANNEL = 40
_SHORT_REPLY_WORDS = 4
# What decides stands at the end of a text; a long one is not read whole.
_TAIL = 200

# Words of listening; "yes", "no" and the like also answer, see `is_answer`.
_LISTENING = (
    "m+ h?m+|mm+h?m*|h+mm*|mhm+|uh+|u+h ?h?u+h?|huh|um+|ah+|oh+|aha+|i see|got it|gotcha|i understand|understood|i know|"
    "(?:that )?makes sense|thank you|thanks|so much|very much|great|good|fine|cool|wow|awesome|amazing|lovely|nice|"
    "wonderful|excellent|fantastic|brilliant|super|perfect|exactly|really|indeed|interesting|true|of course|no problem|"
    "no worries|fair enough|sounds (?:good|great|perfect|fine|right)|"
    "that'?s (?:right|fine|great|good|perfect|true|correct|awesome|okay|ok)|sir|ma'?am|"
    "verstehe|genau|stimmt|klar|danke|ach so|ajá|claro|vale|ya|gracias|d'accord|ouais|merci|certo|va bene|grazie|"
    "tá|obrigado|obrigada|precies|嗯+|对+|(?:好的?)+|明白|(?:はい)+|(?:うん)+|(?:ええ)+|そうですね|네+|예+|응+"
)
_ANSWER = (
    "yeah|yep|yup|yes|ok|okay|right|sure|alright|all right|correct|absolutely|please|"
    "ja|okej|oké|sí|si|oui|sì|sim|是|是的"
)
_BACKCHANNEL = re.compile(rf"(?:(?:{_LISTENING}|{_ANSWER})(?:\s+|$))+")
_ANSWERS = re.compile(rf"(?:{_ANSWER}|exactly|of course|no|nope|nein|non|não|不|いいえ|아니요)\b.*")

_FAREWELL = re.compile(
    r"(?:.* )?(?:(?:good ?|bye )?bye|see you(?: soon| then| later| tomorrow)?|talk to you (?:soon|later)|take care|"
    r"have a (?:good|great|nice|lovely|wonderful) (?:day|one|evening|afternoon|night|weekend|rest of your day)|"
    r"good night|that(?:'s| is| will be|'ll be) all|tschüss|auf wiederhören|adiós|au revoir|arrivederci|tchau|再见)"
    r"(?: (?:now|then|thanks|thank you|bye|you too|to you too))*"
)

_LINE_CHECK = re.compile(
    r"\b(?:(?:are you|is (?:any(?:one|body)|someone|somebody)) (?:still )?(?:there|here|on the line|with me)|"
    r"(?:still|you|any(?:one|body)) there|can you (?:still )?hear me|did you hear (?:me|that|what i)|"
    r"did (?:i lose you|we get (?:cut off|disconnected))|are we still connected|(?:i )?can'?t hear you|"
    r"(?:didn'?t|haven'?t|did not|have not) (?:hear|heard) (?:from you|you|anything|a response))\b"
)
_ONLY_HELLO = re.compile(
    r"(?:hello|hallo|hey|hi|allo|allô|pronto|もしもし|여보세요)(?: (?:hello|hallo|hey|hi|there))*"
)
_HELLO_ASKED = re.compile(r"\W*(?:hello|hallo|hey|allô|もしもし|여보세요)\s*[?？]", re.IGNORECASE)

_COURTESY = (
    "please|thanks|thank you|okay|ok|sorry|sir|ma'?am|real quick|alright|bitte|por favor|s'il vous plaît"
)
_WAIT = re.compile(
    r"(?:(?:.* )?(?:"
    # "let me find it", "I'll just look that up": what follows is short and holds no figures.
    r"(?:let me|let's|i'll|i will|i'm going to|i need to|i have to)(?: just| quickly| go ahead and| go and| go| try to)* "
    r"(?:find|look|check|pull|search|grab|have a look|take a look|double check|bring up|open)(?: [^\W\d]\S*){0,8}|"
    r"let me (?:just )?(?:see|think|get|ask)(?: [^\W\d]\S*){0,5}|(?:i'll |i will )?be (?:right )?back(?: [^\W\d]\S*){0,4}|"
    r"(?:can|could|would) you (?:please |just )*(?:wait|hold|hang on|give me)(?: [^\W\d]\S*){0,8}|"
    r"(?:would|do) you mind (?:holding|waiting)(?: [^\W\d]\S*){0,8}|"
    r"give me (?:just )?(?:a|one) (?:second|sec|moment|minute) to(?: [^\W\d]\S*){0,8}|"
    r"(?:one|just a|just one|give me a|give me one|need a|wait a|hold on a|hang on a|be a)(?: quick| brief| short| few)? "
    r"(?:second|sec|moment|minute)s?(?: (?:while|as|and|so|to|until) .*)?|"
    r"(?:hold|hang) on|(?:please|you) (?:hold|wait|stand by)|bear with me|"
    r"(?:hold on|hang on|bear with me|wait|hold|stand by) (?:while|as|until|for a|just a) .*)|"
    r"(?:i'm |i am |still |now )*(?:just |now )?(?:checking|looking|pulling|searching)(?: [^\W\d]\S*){0,8}|"
    r"hold|stand by|(?:einen? )?moment|(?:einen )?augenblick|un momento|un instant|un moment|un attimo|um momento|"
    r"稍等|请稍等|少々お待ちください|잠시만요)"
    rf"(?: (?:{_COURTESY}))*"
)
# "Hold on, someone is at the door": a reason behind the request is no speech for the other side.
_REASON = re.compile(
    r"(?:someone|somebody|my|let me|i'?m|i am|i need to|i have to|i'?ll|i will|there'?s|the)\b(?!.*(?:\bnot?\b|n't))"
)
# Every phrase of waiting has one of these in it; most texts have none, and are not looked at any closer.
_WAIT_HINTS = (
    ("let me", "let's", "i'll", "i will", "going to", "have to", "need", "moment", "sec", "minute", "hold", "hang on",
     "bear with", "wait", "stand by", "be right back", "be back", "checking", "looking", "pulling", "searching", "augenblick", "instant", "attimo",
     "稍等", "お待ち", "잠시")
)  # fmt: skip
_ASKED_TO_WAIT = re.compile(r"hold|wait|second|\bsec\b|moment|minute|hang on")
_POLITE = re.compile(_COURTESY)

_ASKS = re.compile(
    r"(?:.* )?(?:please (?!hold|wait|bear|stand|give me)|tell me|let me know|go ahead|(?:can|could|would|will|do|did|are|have) you |"
    r"(?:can|could|may|shall|should) i |(?:what|which|when|where|who|how|why)(?: |'s )|"
    r"(?:is|are) there |(?:i|we)(?: just| only| also|'ll| will)* need (?:your|the|a|to know) |"
    r"(?:spell|repeat|enter|say|press|provide|confirm) ).*"
)

_REQUESTS = re.compile(
    r"(?:.* )?(?:please (?!hold|wait|bear|stand|give me)|tell me|let me know|"
    r"(?:i|we)(?: just| only| also|'ll| will)* need (?:your|the|a|to know) ).*"
)
_REPEAT = re.compile(
    r"\b(?:(?:did not|didn't|could not|couldn't|do not|don't|can't|cannot) (?:quite )?(?:get|catch|hear|understand|make out|follow) (?:that|you|it|what you)\b|"
    r"(?:say|repeat|tell me) (?:that|it|all of that)(?: once more| again| for me|\W*$|\W*\?)|(?:could|can|would) you (?:please )?repeat\b|come again\b|"
    r"(?:i )?beg your pardon\b|^(?:pardon|sorry|excuse me)\W*\?|"
    r"nicht (?:ganz |richtig )?verstanden|(?:noch einmal|nochmal|bitte) wiederholen|wie bitte\b|"
    r"no (?:lo |le |te |la )?(?:he )?entend(?:í|ido)|(?:puede|podría|puedes) repetir|"
    r"(?:je n'ai|j'ai) pas (?:bien )?(?:compris|entendu)|(?:pouvez|pourriez)[- ]vous répéter|"
    r"não (?:o |a |te )?(?:entendi|compreendi|percebi)|(?:pode|poderia) repetir|"
    r"non ho (?:capito|sentito)|(?:può|potrebbe|puoi) ripetere)"
    r"|잘 못 (?:들었|알아들)|이해하지 못|다시 (?:한 ?번 )?말씀|聞き取れ|わかりませんでした|分かりませんでした|もう一度(?:お願い|おっしゃ|言って)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[.?!,;:…—。？！，、\n]+|\s-+\s")
_QUESTION = ("?", "？", "؟")
_NO_WORD = re.compile(r"[^\w' ]+|_")


def _plain(text: str) -> str:
    return " ".join(_NO_WORD.sub(" ", text.lower().replace("’", "'").replace("-", " ")).split())


def _last_clause(text: str) -> str:
    """The last clause that is more than politeness: "hold on" of "Hold on, please."."""
    for clause in reversed(_CLAUSE.split(text[-_TAIL:])):
        plain = _plain(clause)
        if plain and _POLITE.fullmatch(plain) is None:
            return plain
    return ""


def is_backchannel(text: str) -> bool:
    """ "mm-hm", "yeah", "makes sense": the speaker listens and does not want the floor."""
    return len(text) <= _LONGEST_BACKCHANNEL and _is_backchannel(text)


@by_shape
def _is_backchannel(text: str) -> bool:
    return _BACKCHANNEL.fullmatch(_plain(text)) is not None


@by_shape
def is_answer(text: str) -> bool:
    """ "Yes", "okay", "no, thanks": what may be a backchannel elsewhere is an answer after a question."""
    return _ANSWERS.fullmatch(_plain(text[:_TAIL])) is not None


def is_question(text: str) -> bool:
    """The text ends with a question mark."""
    return text.rstrip().endswith(_QUESTION)


@by_shape
def is_farewell(text: str) -> bool:
    """ "Thanks, bye", "that's all, thank you": nothing has to follow."""
    return not is_question(text) and _FAREWELL.fullmatch(_plain(text[-_TAIL:])) is not None


@by_shape
def is_line_check(text: str) -> bool:
    """ "Hello?", "are you there?": the speaker has been waiting for the other side. "Hello, I would like to" is none."""
    plain = _plain(text[:_TAIL])
    return (
        _LINE_CHECK.search(plain) is not None
        or _ONLY_HELLO.fullmatch(plain) is not None
        or _HELLO_ASKED.match(text) is not None
    )


@by_shape
def asks_to_wait(text: str) -> bool:
    """ "Let me find it", "one moment, please": the speaker keeps the floor and is silent on purpose.

    Only the end of the text counts: "hold on, I did not order that" asks for nothing of the kind.
    """
    text = text[-_TAIL:].lower().replace("’", "'")
    for hint in _WAIT_HINTS:
        if hint in text:
            return _asks_to_wait(text)
    return False


def _asks_to_wait(text: str) -> bool:
    asked = text.rstrip().endswith(_QUESTION)
    if asked and not _ASKED_TO_WAIT.search(text):
        return False
    # "No, wait" wants the floor; "wait" alone wants time.
    if _WAIT.fullmatch(_last_clause(text)) is not None or _plain(text) in ("wait", "wait please"):
        return True
    first, *rest = [plain for part in _CLAUSE.split(text) if (plain := _plain(part))] or [""]
    return bool(rest) and _WAIT.fullmatch(first) is not None and all(_REASON.match(clause) for clause in rest)


@by_shape
def asks_to_repeat(text: str) -> bool:
    """Whether somebody says that they have not understood: "I didn't catch that.", "wie bitte?"."""
    return _REPEAT.search(text.replace("’", "'")) is not None


def asks_for_answer(text: str) -> bool:
    """ "What is your name?", "please spell it": the other side is to speak next.

    The last sentence counts, and a request before it: "Tell me your order number. It's on your receipt."
    """
    if is_question(text):
        return True
    sentences = [plain for part in re.split(r"[.!?…。！？\n]+", text[-_TAIL:]) if (plain := _plain(part))]
    if not sentences:
        return False
    before = sentences[-2] if len(sentences) > 1 else ""
    return _ASKS.fullmatch(sentences[-1]) is not None or _REQUESTS.fullmatch(before) is not None


def is_short_reply(text: str) -> bool:
    """ "You too", "Cheers", "No, thank you": after a goodbye nothing has to follow it."""
    return (
        not is_question(text) and len(_plain(text).split()) <= _SHORT_REPLY_WORDS and not is_line_check(text)
    )
