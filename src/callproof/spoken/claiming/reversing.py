"""Whether a refusal behind a yes takes the yes back, or only gives a reason for it.

"Yes. Actually no." and "yes, wait, don't" do; "yes, I don't want it any more" after "shall I cancel it?" does not.
"""

from __future__ import annotations

import re

_REVERSES = re.compile(
    r"(?:(?:oh|but|and|well|sorry|uh|um|hm+|aber|mais|pero|ma|mas|ah|eh|ach|äh)\W+)*(?:"
    r"no(?=\s*(?:[,.;!…]|$)| (?:wait|thanks?|sorry|don|do|not|stop|way|that|it|i|please|actually|cancel|leave|keep|espere?|gracias|aspett|grazie)\b)"
    r"|(?:nope|nah|stop|wait|actually|never ?mind|forget|don['’]?t|do not|hold on|not|wrong|incorrect)\b"
    r"|(?:that|it)(?:['’]s| is| was|['’]?s) (?:not|wrong|incorrect)\b|(?:that|it) (?:isn|wasn)['’]?t\b"
    r"|i (?:have |['’]ve )?changed my mind|i (?:don['’]?t|do not) (?:think so|agree)|i['’]?d rather|i would rather|i disagree"
    r"|(?:espere|espera|pare|para|mejor no|mentira|cambi[eé] de opinión|no est(?:á|oy))\b"
    r"|(?:nein|nee|stopp?|halt|warte|warten|doch nicht|lieber nicht|moment|das stimmt nicht)\b"
    r"|(?:non(?=\s*(?:[,.;!]|$|merci))|attendez|attends|arrêtez|plutôt pas|en fait|finalement|ce n['’]est pas)\b"
    r"|(?:aspetti|aspetta|anzi|meglio di no|non è)\b|(?:não\s*(?:[,.;!]|$)|espere|melhor não|aliás|não é)"
    r"|아니|잠깐|취소|하지 ?마|그만|いいえ|いや|待って|やめ|違|ちが)",
    re.IGNORECASE,
)


def reverses(clause: str) -> bool:
    """Whether a clause that refuses, behind one that agrees, is the last word."""
    return _REVERSES.match(clause.lstrip(" ¡¿")) is not None
