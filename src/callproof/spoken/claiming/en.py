"""What English sentences do."""

from __future__ import annotations

from collections.abc import Iterator

from callproof.spoken.claiming.words import Table, WordGrammar

# Actions by topic; "+" where the last letter is doubled, irregular pasts in brackets.
_ACTIONS = {
    "refund": "refund reimburse credit",
    "order": "order reorder purchase buy(bought)",
    "book": "book rebook reserve schedule",
    "cancel": "cancel+ terminate",
    "update": "update change modify adjust fix+(fixed) edit amend switch move reschedule upgrade downgrade extend shorten "
    "swap+ alter set+(set) increase decrease raise lower reduce rename redirect reassign",
    "send": "send(sent) resend(resent) text mail forward",
    "pay": "pay(paid) repay(repaid) settle",
    "transfer": "transfer+ wire",
    "confirm": "confirm",
    "charge": "charge bill debit",
    "return": "return",
    "replace": "replace exchange",
    "add": "add include",
    "remove": "remove delete erase",
    "create": "create generate",
    "deliver": "deliver ship+ dispatch",
    "connect": "connect escalate",
    "record": "record save store log+ note",
    "report": "report",
    "waive": "waive",
    "discount": "discount",
    # What it was tells their object: "placed the order".
    "": "place process issue complete finish submit make(made) arrange finalize finalise initiate handle resolve apply sort approve "
    "secure implement execute",
}
# "The shop is closed", "your card is blocked": how things stand, and no claim of having done it.
_STATES = {
    "open": "open reopen",
    "close": "close",
    "block": "block freeze(froze frozen) lock suspend disable deactivate",
    "activate": "activate reactivate enable unlock unblock unfreeze(unfroze unfrozen) reset+(reset)",
    "register": "register enroll enrol+ subscribe",
}
_UNDOING = "reverse revert undo(undid undone) restore revoke retract withdraw(withdrew withdrawn) void"
_CHECKING = "check look pull review verify locate find(found) retrieve search investigate"

_NOUNS = {
    "refund": "refund refunds reimbursement",
    "order": "order orders purchase",
    "book": "booking bookings reservation reservations appointment appointments table flight flights ticket tickets",
    "cancel": "cancellation",
    "update": "update updates change changes modification upgrade correction",
    "send": "email e-mail link text",
    "pay": "payment payments",
    "transfer": "transfer transfers",
    "charge": "charge charges",
    "return": "return returns",
    "replace": "replacement exchange",
    "deliver": "delivery shipment",
    "register": "subscription registration",
    "report": "complaint",
    "discount": "discount coupon",
    "identify": "name birth birthday birthdate identity yourself pin password passcode postcode zip",
}

_CLASSES = {
    "me": "i we",
    "you": "you ya",
    "it": "it that this everything they he she those these both all",
    "there": "there",
    "det": "your the my our his her their both",
    "have": "have has 've haven having 's",
    "has": "have has 've",
    "had": "had 'd",
    "be": "am is are be 'm 're 's",
    "was": "was were",
    "been": "been",
    "passive": "am is are be was were been being 's 're 'm",
    "being": "being",
    "will": "will 'll",
    "shall": "shall should",
    "can": "can",
    "could": "could",
    "would": "would 'd",
    "might": "may might must",
    "aux": "have has am is are was were do does did can could will would shall should may might",
    "do": "do does",
    "did": "did",
    "not": "not n't never",
    "none": "nothing none nobody",
    "no": "no nope nah nuh negative",
    "get": "get got gotten getting",
    "adv": "already just now also successfully then finally still both all today actually really quickly immediately fully "
    "indeed even so completely only currently double yet always ever right quite very pretty please",
    "yet": "yet still quite",
    "now": "now successfully",
    "generic": "usually typically always normally generally within automatically often sometimes every daily monthly",
    "past_time": "yesterday ago earlier previously originally",
    # Parts of values that count as words all the same.
    "kept": "yesterday ago last",
    # Without one a piece has no predicate.
    "finite": "i we have has 've am is are be 'm 're 's was were do does did can could will 'll would 'd shall should may might must",
    "hedge": "think believe guess suppose seems seem looks appears apparently probably maybe perhaps hopefully possibly assume "
    "supposed wish hope",
    "nearly": "almost nearly",
    "says": "said told mentioned says say tell asked shows show indicates thought heard understand claimed claim tells",
    "see": "see saw understand thought heard noticed notice",
    "sub": "once if when whenever until till unless while after because whether though although where which who whom whose "
    "what why how wherever since before assuming provided",
    "wh": "what which when where who whom whose why how",
    "conj": "and but plus then so",
    "prep": "to of on at for from in with by as into onto about",
    "not_prep": "on at for in to from the a an just your exactly of",
    "article": "the a an of dollars on to",
    "yes": "yes yeah yep yup yea yess aye affirmative absolutely definitely certainly mhm",
    "ok": "okay ok sure alright fine noted understood gotcha",
    "praise": "great perfect excellent wonderful awesome cool fantastic brilliant lovely super",
    "right": "right correct exactly true accurate",
    "good": "good great perfect fine okay ok right correct alright reasonable accurate",
    "thanks": "thanks thank cheers",
    "ahead": "ahead",
    "courtesy": "please thanks thank you then now sir ma'am madam so much a lot very again sorry yes oh ah um uh well and bye goodbye",
    "failed": "failed fails fail declined rejected unsuccessful denied bounced",
    "trouble": "error errors problem problems issue issues trouble difficulty difficulties glitch failure",
    "run": "run ran got get getting encountered encountering hit having had have 've seeing experiencing is was been 's with",
    "contact": "reach find see locate access connect load pull contact get retrieve verify open",
    "hear": "hear catch understand follow believe wait thank tell say know mind think remember recall recognize",
    "succeed": "go went work worked succeed happen manage take make land save stick come be seem find",
    "stay": "stay stays stayed remain remains remained keep keeps kept leave left leaving keeping staying",
    "same": "same unchanged active untouched",
    "finished": "done finished complete final sorted",
    "moment": "moment second sec minute moments seconds minutes",
    "working": "checking looking working processing verifying pulling searching trying reviewing",
    "glance": "check look see find pull verify search grab think try bring double dig get review",
    "give": "give tell spell repeat provide say state enter share read describe choose type",
    "ask": "get have ask take see know confirm verify check",
    "receive": "receive get see have find",
    "unable": "unable",
    "able": "able allowed authorized authorised permitted possible eligible",
    "agree": "agree accept approve consent authorize authorise",
    "proceed": "proceed continue",
    "lead": "and but so then okay ok well now great alright also just please sorry sure yes yeah perfect actually fine hi hello "
    "oh um uh er ah hey wait thanks yep right unfortunately again finally first sir ma'am madam no is",
    "stop": "not n't never no none nothing if once when unless until think believe guess would might may must should shall "
    "could can will 'll said told says asked failed what whether who which",
    "forward": "and but or for as",
    "light": "to of on at for from in with by the a an that 's your please thanks sir madam ma'am thank you",
    "dull": "the a an to of on at for from in with by as into onto about my our his her their and then dollars both all",
}

_QUESTIONS = """
# What was just said is to be agreed to: "is that right?", "yes?", "isn't it?"
tag: ^ be it (=all|adv)* (good|right) (=with|=for|you|it|courtesy)* $
tag: ^ be it =what you ..
tag: ^ =is it (good|right) $
tag?: ^ it be (good|right) (=with|=for|=by)? you? $
tag: ^ (do|would|will) it (=all|adv)* (=sound|=work|=look) ..
tag: ^ (would|will) it (=all|adv)* be (=all|adv)* (good|right) ..
tag: ^ would it be (=all|adv)* (good|right) (=with|=for|you|it|courtesy)* $
tag?: ^^ (=sounds|=sound) (good|right) $
tag: ^ (did|have) me get? (it|you) =right
tag: ^ be me right
tag: ^^ aux not (it|you|me) $
tag?: ^^ aux (it|you|me) $
tag?: ^ (yes|ok|right|praise|no|=huh|=eh|=good|=agreed) (courtesy|=with|you|it)* $
fragment?: ^^ courtesy+ $
asked?: ^ (=hello|=hi|=hey|=pardon|=sorry) $

asked: ^ (=anything|=something|=what) =else
asked: ^ be there .. (=anything|=something|=any|=a)
asked+?: ^ (=how|=what) =about _*
asked?: ^ wh
asked: ^ wh aux
asked: ^ wh be !adv
asked: ^ wh !have/me/you/it/be/was/will/can{1,2} aux (me|you|it|det)
asked?: ^ aux _* =or !not
asked+: ^ aux me adv* (=go ahead|proceed)
asked+: ^ aux me adv* =confirm _* value
asked+: ^ aux me adv* =confirm _* you (would|=want|=like|=wanted)
asked: ^ (can|could|might) me adv* (ask|give)
asked: ^ (can|could|might) me adv* =help
asked+: ^ (shall|can|could|might) me _
asked+: ^ (would|do|did) you _{0,2} (=like|=want|=prefer|=need|=wish) (=me|=us|me) =to
asked+: ^ (=want|=like) (=me|=us) =to
asked+: ^ (would|do|did) you _{0,2} (=like|=want|=wish|=care) =to _{0,2} (=go ahead|proceed|base)
asked+: ^ (would|do|did) you _{0,2} (=like|=want) (it|det !stop{1,3}) (past|value)
asked+?: ^ (you|=want|=wants|=looking) (would|=want|=wanted|=like|be =looking|_) ..
asked+: ^ be you =still? adv* (=sure|=okay|=ok|=fine|=happy|=ready|=comfortable|=certain|=good|=agreed)
asked+: ^ (do|did) you adv* (agree|=confirm|=still =want|=say _* value|=mean _* value|=want _* value)
asked+: ^ (be|would) it be? (good) =if
asked+: ^ (=okay|=ok|=ready|=alright) (=if|=to)
asked+: ^ (can|could|will|would) you adv* =confirm _* (=that|=you|value)
asked+: ^ (=please|=just|=to|me =need you =to)* =confirm (=that|you|value|=it|_* value)
asked+: ^^ (=please|=just)* =confirm $
asked+: ^ (=please|=just)* =say =yes
asked+: ^ (be|was) (it|det) _* value
asked+: ^ do me have _* (=permission|=consent|=authorization|=okay)
asked+: ^ (do|would|will) _* =work
asked: ^ (can|could|will|would|do|did) you
asked: ^ (=please|=just)+ adv* (give|=confirm|=verify) (det|it|=me|=us|value|_ $)
asked: ^^ (give|=tell) (=me|=us) !moment* $
asked: ^ =let (=me|=us) =know
asked: me (adv|will|would|can)* =need _{0,4} (=your|you =to)
asked: me adv* (have|=need) =to (=ask|=verify|=confirm) _* =your
asked: ^ (=does|did) (it|det)
asked: ^ (have|be|was) (you|me|it|there)
asked: ^ (have|be|was) det !stop{1,4} (past|been|adv|finished|base)
asked?: ^ aux !not
"""

_GUARDS = """
# Conditions, and what others have said or done.
confirmed: ^ (=let ='s|=lets) =do it
confirmed: ^ =do it (adv|courtesy)* $
refused: me do not =think =so
refused: me did not (=say|=mean|=ask|=want|=order) _* value
refused: ^ =nothing =else
confirmed: ^^ courtesy* no =problem (=at|=all)* $
unclear: no =problem
asked: ^ =if you (could|can|would)
hypothetical: ^ sub
hypothetical: ^ =had (me|you|it|det)
hypothetical: ^ (=as =soon =as|=in =case|=now =that me|=by =the =time)
unclear: (you|=they|=he|=she|det !stop{1,3}|it) adv* (have|had)? adv* says
unclear: <have/get (you|=they) adv* (have|had)? adv* (past|undone)
unclear: you (have been|was|been) (adv)* (=charged|=billed|=debited)
unclear: me adv* (can|could|do)? adv* see
reported: =according =to
reported: ^ me? adv* hedge $
unclear: hedge .. (past|been|finished|undone|checked)
unclear: be not? adv* =sure
unclear: not (=only|=bad|=a =problem|=a =bad|=to =worry|=worry)
confirmed: ^^ (yes|no|courtesy|adv)* (no it be|it be) (adv|=all)* (=fine|=good|right|=okay|=ok|=great|=perfect) (=with|=by|me|courtesy)* $
confirmed: ^^ (no|courtesy)* (=no =problem|=no =worries|=no =objection|=no =objections|=not =a =problem|no =worries|no =problem) courtesy* $
confirmed: ^^ (no|courtesy)* me (do not|would not) (=mind|=object) ..
confirmed: ^^ (no|courtesy)* (=all =good|you =got =it|you =bet|=fine =by =me|=fine =with =me|=for =sure|=sure =thing|=why not|=confirmed|it =is|me would =love (=it|it|=to)) (courtesy|=now)* $
unclear: past =aside
unclear: ^^ (=orders|=items|=products|=purchases|=payments|=bookings|=reservations|=requests|=tickets|=returns|=refunds|=changes) past
unclear: no (=doubt|=matter|=worries|=worry|=need|=rush|=wonder|=kidding)
unclear: (would|might|could|shall) adv* have adv* (past|been|finished|undone|=gone|=come)
unclear: (can|could|did|do|will) not adv* hear
unclear: (can|could|did|do) not adv* =get (it|you) (adv|courtesy)* $
unclear: (can|could|did|do) not adv* =get (=the|=your|=that|=all) _{0,2} (=number|=name|=address|=date|=day|=time|=code|=email|=amount|=part|=rest|=first|=last)
unclear: me had adv* (past|undone|been)
unclear: (was|past) _* past_time
unclear: (was|past) _* =last (=week|=month|=year|=night|=time)
unclear: <have/been/adv (was adv*)? past =on value
unclear: be adv* (=scheduled|=expected) =to
unclear: ^ adv* =set =for
unclear: be (generic|adv)* generic adv* past
unclear: be adv* past _* generic
unclear: it will be value
unclear: (you will|me be =going =to) =need
unclear: no =more =than
"""

_NEGATIONS = """
not_done check: (not|been|was) adv* (able|unable) =to adv* (=find|=locate|=see|=access|=pull)
not_done check: could not adv* (=find|=locate|=see|=access|=pull)
refused: not =something me can
refused: (can|could) (not|=no =longer) be adv* (undone|=stopped|=taken =back)
not_done keep: stay _{0,5} (=as (it|=they|=you)? (was|be)|=as =is|same|=where)
not_done keep: (be|stay) adv* (same|=still =in =place)
not_done keep: stay =at adv* value
not_done: (could|was|has) not be? been? adv* able
not_done: have not been adv* able
not_done: could not
not_done check: me can not adv* contact
not_done check: me (do|did) not adv* (=see|=find)
not_done: me =never adv* past
not_done: did not adv* (base|succeed|contact|receive|finished|=complete)
not_done: (have|be|was) not (adv|been|being)* (past|finished|undone|checked|get|base|succeed|=heard|=received|=reached)
not_done: not (adv|been|have)* (=gone|=went|=go|=come|=came) adv* =through
not_done: there (have|was|be) not adv* been? _{0,2} (=refund|=charge|=payment|=order|=booking|=transfer|=cancellation|=change|=changes)
not_done: (have|be|was) not (adv|been)* (=taken =care|=all =set|=on =its =way|=on =the =way|=in =place|=good =to =go|=cleared|=posted)
not_done: not =let (=me|=us) (base|adv)*
not_done: (have|be|was) =yet =to (base|be|=go|=come)
not_done: (was|been) adv* unable
not_done: (me|it|det !stop{1,5}|value|base) adv* failed
not_done: (be|was|get|been) adv* failed
not_done: ^^ failed =to
not_done: ^ no _{0,3} (have|was|be) been? adv* (past|finished)
not_done: none (have|was|be|adv)* been? adv* (past|finished|=happened|=left|=gone|=come|=changed)
not_done: run _{0,4} trouble
not_done: ^ trouble
not_done: =something .. =wrong
not_done: ^ not adv* (finished|past|=yet)
not_done: no =luck
not_done: =without =success

confirmed: ^^ no it be (right|=fine) $
refused: ^^ (courtesy|=actually|=wait|ok|yes)* no (no|courtesy)* $
refused: ^^ (courtesy|=actually|=wait|ok)* no (no|courtesy)* (not|me|you|it|value|do|=wait|=the|=leave|=keep|=cancel|=stop|=actually|=way|prep|=make|=need|would|=just|=nothing|=let|=please)
refused: ^ do not (!hear|$)
refused: me have? =changed =my =mind
confirmed: ^^ (courtesy|=no)* me =mean =yes
confirmed: ^^ courtesy* me would =appreciate it courtesy* $
confirmed: ^^ =y yes
refused: me (do|did) not adv* (=want|=need|=like|=agree|=accept|=wish|=authorize|=approve|=consent|=order|=mean)
refused: me do not have _{0,2} (=access|=permission|=authority|=authorization)
refused: me be not adv* (able|=going =to|=interested|=happy|=in =a =position)
refused: (me|you|it|det !stop{1,4}|value) can (not|=no =longer)
refused: me will not
refused: will not be able
refused: (be|was) not adv* able
refused: (be|adv) unable
refused: =no =longer =possible
refused: not (right|=it|=quite|=exactly|=really|=now|=today|=yet|=at =all|=what|=interested|=necessary)
refused: me (have|might|will have) =to =decline
refused: ^ (=better|=rather) not
refused: me would (=rather|=prefer) not
refused: me would (=rather|=prefer) you (not|do not|did not)
refused: ^ (courtesy|=actually|no)* it (do|did|will|would) not adv* (=work|=suit)
refused: ^ (yes|=of =course|me be =afraid) not
refused: ^ (=never =mind|=forget =it|=stop|=no =way|=incorrect|=wrong|=neither|not =really)
refused: ^ it be (=wrong|=incorrect)
refused: =against _{0,3} =policy
correction: ^ (it|be|me =said|me)* not not_prep* value
correction: ^ (=instead =of|=rather =than)
"""

_ACTS = """
promised: will adv* be adv* undone
offered: can adv* be adv* undone
unclear: (could|would|might|shall) adv* (be|have been) adv* undone
undone: (me|have|was|be|been|it) .. undone
undone: ^ adv* undone
undone: me have? adv* (=took|=taken|=rolled|=put|=pulled) .. =back
undone: (have|was|be) .. been? adv* (=taken|=rolled|=put) .. =back
announced: (be|^) adv* undoing
promised: me will .. undo
offered: me can .. undo

announced: be being past
announced: ^ =let (=me|=us|='s)
confirmed: ^ =hold =on =yes
announced: ^ (=hold =on|=hang =on|=please =hold|=stand =by|=hold =the =line)
announced: =bear =with =me
announced: ^ (=one|=just|=a|=please|value|=another|=only)* (=more|=quick|=brief)? moment
announced: ^ (=give|=wait|=takes|=take|=need) (=me|=us)? .. moment
announced: =will not =take
announced: me will (adv|=go ahead =and|=need =to)* glance
announced: me will (adv|=go ahead =and)* (=take|=have) =a _? =look
announced: me will be =right? adv* =back
announced: me be adv* =going =to adv* glance
announced: (be|^) adv* (working|ing)
announced: ^ (me be)? =on =it $
announced: nearly (=there|finished)
announced: me be =about =to

promised: me be adv* =going =to
promised: (be|adv) =going =to be
promised: (me|you|it|det !stop{1,4}|value|there|^) will (adv|=go ahead =and)* !not (past|base)?
promised: you shall adv* receive
promised: =consider =it finished
offered: me would be adv* (=happy|=glad|=pleased|=delighted) =to
offered: me be adv* (=happy|=glad) =to !=say/=tell/=report/=confirm/=inform
offered: ^ =happy =to
unclear: (me|you) can adv* (=hear|=imagine|=understand|=tell)
offered: me (can|could) adv* !=confirm/=assure/=say/=not
"""

_DEEDS = """
done: me did it
done: me have? adv* =put (=in|=through)
done -: (be|have) _{0,2} =set =up
done -: (be|get|^) adv* =all (=set|=good)
done: have (been|adv|get|=gone ahead =and)* (past|finished|=taken =care)
done check: me have? adv* checked
done: me (have|had|get) get? (it|det !stop{1,3}|you) adv* (past|finished|=all =set|=down =for)
done: me (have been|was|have)? adv* (=able =to|=managed =to) adv* (base|_)
done: me (adv|did|=went ahead =and)* past
done: (it|you|det !stop{1,5}|value) was adv* (past|finished|=taken =care)
done: (it|you|det !stop{1,5}|value|base) be (adv|=all)* (acted|finished)
done: (it|you|det !stop{1,5}|value) be adv* now adv* past
done: (be|get) adv* =all past
done: ^ adv* (=all|finished|=and)* finished $
done: (be|have been|=and) (adv|=all)* (=good =to =go|=taken =care|=in =place|=on =its =way|=on =the =way|=locked =in)
done: (=taken|^ me adv* =took) =care =of
done: (=went|=gone|=goes|did =go) adv* =through
done: ^ !finite/stop/you/it{1,3} adv* past $
done: ^ !finite/stop/you/it{1,3} adv* finished $
done: ^ adv* past adv* $
done: ^ adv* past adv* (value|det|it|you|prep|_ $)
done: =good =to =go

confirmed: ^^ (courtesy|ok|right|praise)* yes
confirmed: ^ it be adv* (right|=it|=fine|=perfect|=great|=okay|=ok|=good|=the =one)
confirmed: ^ (=go adv* ahead|=please =do|=of =course|proceed|=by =all =means|=sounds (good|=like)|it =works|=works|=go =for =it|=no =objection)
confirmed: me adv* (agree|=confirm|=do) (courtesy|it)* $
confirmed: me adv* agree
confirmed: it would be adv* (good|praise|=nice)
confirmed: me would =like it $
confirmed: me be adv* good =with (it|value)
confirmed: ^ you (can|might) (adv|=do|it|=go|ahead)* $
opener: ^^ =please courtesy* $
confirmed: ^^ (=uh =huh|=mm =hmm|=mm =hm|=mhm|=mmhmm)
confirmed: ^^ (courtesy|ok)* right (right|adv|courtesy|praise)* $
opener: ^^ courtesy* (ok|=all =right|=very =well|=got =it|=i =see) (ok|adv|courtesy|right|=got =it)* $
praise: ^^ (courtesy|ok|it|be)* (praise|=very? =good) (praise|courtesy|=good|ok)* $
fragment: ^ it be not_prep* value $
unclear: finite
"""

_JOINTS = """
<conj/sub/comma/lead/wh/adv be it (=all|adv)* (good|right) (=with|=for|you|it|courtesy)* $
<conj/sub/comma/lead/wh/adv (do|would|will) it (=all|adv)* (=sound|=work|=look) (=with|=for|you|it|good|right|courtesy)* $
<conj/sub/comma/lead/wh/adv (would|will) it (=all|adv)* be (=all|adv)* (good|right) (=with|=for|you|it|good|right|courtesy)* $
conj+ (me|you|it|det|there|=let|sub|=thank|=thanks)
conj (will|have|was|=please|do not|could not|did not|not)
<ahead conj adv* past
<ahead conj adv* base
<conj/sub/wh/adv/good sub
<conj (=as =soon =as|=in =case|=instead =of|=rather =than)
<conj/sub/comma/lead be there (=anything|=something)
<conj/sub/comma/lead/wh (=would|=do) you _? (=like|=want)
<conj/sub/comma/lead/wh shall me
<conj/sub/comma/lead/wh/=what (can|could) (me|you)
<conj/sub/comma/lead/not/=to/=will/=would/=does/=did =let =me
<conj/sub/comma/lead/it/=what/=else/=anything/=something/=afraid me (will|can)
"""

_RULED_OUT = """
[not not_prep* value (article* value)*]
[(=instead =of|=rather =than) (prep|det|article)* value]
(=changed|=updated|=moved|=corrected|=rescheduled|=switched|=adjusted|=modified|=change|=update|=move|=reschedule|=switch) _*? [=from (prep|det|article)* value+] _*? =to
"""

_TOPICS = """
connect: (=transfer|=transferring|=connect|=connecting|=putting|=put) you
refund: (value|=money|=it) =back
refund: =back (=to|=on|=onto|=into) det _? (=card|=account)
"""

_CONTRACTIONS = {
    "can't": "can not",
    "cannot": "can not",
    "cant": "can not",
    "won't": "will not",
    "wont": "will not",
    "shan't": "shall not",
    "ain't": "be not",
    "im": "i 'm",
    "ive": "i 've",
    "gonna": "going to",
    "thats": "that 's",
    "youre": "you 're",
    "whats": "what 's",
    "nevermind": "never mind",
}


def _contractions() -> Iterator[tuple[str, str]]:
    for word in [
        "do",
        "does",
        "did",
        "is",
        "are",
        "was",
        "were",
        "have",
        "has",
        "had",
        "would",
        "could",
        "should",
        "must",
        "might",
        "need",
    ]:
        yield f"{word}n't", f"{word} not"
        yield f"{word}nt", f"{word} not"
    for word in [
        "i",
        "you",
        "he",
        "she",
        "it",
        "we",
        "they",
        "that",
        "this",
        "there",
        "what",
        "who",
        "where",
        "how",
        "here",
        "everything",
        "let",
    ]:
        for tail in ("'m", "'re", "'s", "'ve", "'ll", "'d"):
            yield f"{word}{tail}", f"{word} {tail}"
    yield from _CONTRACTIONS.items()


def _forms(verb: str) -> tuple[str, str, str]:
    """Infinitive, pasts and -ing of a verb."""
    name, _, rest = verb.partition("(")
    base = name.rstrip("+")
    stem = base + base[-1] if name.endswith("+") else base.removesuffix("e")
    past = f"{base[:-1]}ied" if base.endswith("y") and base[-2] not in "aeo" else f"{stem}ed"
    if base == "cancel":
        return base, "cancelled canceled", "cancelling canceling"
    return base, rest.rstrip(")") or past, f"{stem}ing"


def _words(table: str) -> list[str]:
    """The verbs of a row: a space inside brackets divides forms, not verbs."""
    joined = table
    for part in table.split("(")[1:]:
        inside = part.partition(")")[0]
        joined = joined.replace(f"({inside})", f"({inside.replace(' ', '_')})")
    return [word.replace("_", " ") for word in joined.split()]


def _verbs() -> Iterator[tuple[str, str, str]]:
    for classes, table in (
        (("base", "past acted", "ing"), _ACTIONS),
        (("base", "past", "ing"), _STATES),
        (("undo", "undone", "undoing"), {"undo": _UNDOING}),
        (("seek", "checked", "working"), {"check": _CHECKING}),
    ):
        for topic, verbs in table.items():
            for forms in map(_forms, _words(verbs)):
                for names, words in zip(classes, forms, strict=True):
                    for name in names.split():
                        yield name, topic, words
    # "correct" alone is mostly "right", "file" a thing.
    for topic, past, ing in (("update", "corrected", "correcting"), ("report", "filed", "filing")):
        yield from (("past", topic, past), ("acted", topic, past), ("ing", topic, ing))


def grammar() -> WordGrammar:
    return WordGrammar(
        Table(
            classes=_CLASSES,
            verbs=list(_verbs()),
            nouns=_NOUNS,
            contractions=dict(_contractions()),
            rules=_QUESTIONS + _GUARDS + _NEGATIONS + _ACTS + _DEEDS,
            joints=_JOINTS,
            ruled_out=_RULED_OUT,
            topics=_TOPICS,
            abbreviations=frozenset(
                ["mr", "mrs", "ms", "dr", "st", "vs", "inc", "ltd", "co", "jr", "sr", "approx", "ext", "dept"]
            ),
        )
    )
