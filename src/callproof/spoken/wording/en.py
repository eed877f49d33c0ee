"""English words: spellings, contractions, synonyms of calls, words that give a value its role."""

from __future__ import annotations

from callproof.spoken.wording.lexicon import Lexicon, endings, groups, pairs, phrases, words

# "not" is a value, and read as one; "n't" leaves the word before it.
_NEGATED = "do does did is are was were has have had would could should must need might"
_CONTRACTIONS = pairs(
    "i'm=i am, you're=you are, we're=we are, they're=they are, he's=he is, she's=she is, it's=it is, that's=that is, "
    "there's=there is, here's=here is, what's=what is, who's=who is, where's=where is, when's=when is, how's=how is, "
    "let's=let us, i've=i have, you've=you have, we've=we have, they've=they have, would've=would have, "
    "could've=could have, should've=should have, i'll=i will, you'll=you will, we'll=we will, they'll=they will, "
    "he'll=he will, she'll=she will, it'll=it will, that'll=that will, i'd=i would, you'd=you would, we'd=we would, "
    "they'd=they would, he'd=he would, she'd=she would, it'd=it would, that'd=that would, gonna=going to, "
    "wanna=want to, gotta=got to, gimme=give me, lemme=let me, kinda=kind of, dunno=do know, y'all=you all, "
    "im=i am, ive=i have, thats=that is, whats=what is, youre=you are, cannot=can, can't=can, won't=will, shan't=shall, "
    "ain't=is, number's=number is, name's=name is, code's=code is, total's=total is, 'cause=because, cuz=because, o'clock=o'clock"
) | {f"{verb}n't": verb for verb in _NEGATED.split()}

_VARIANTS = pairs(
    "okay=ok, o.k=ok, alright=all right, colour=color, colours=colors, favour=favor, favourite=favorite, "
    "honour=honor, labour=labor, neighbour=neighbor, neighbourhood=neighborhood, centre=center, theatre=theater, "
    "metre=meter, litre=liter, kilometre=kilometer, licence=license, defence=defense, offence=offense, cheque=check, "
    "cheques=checks, grey=gray, tyre=tire, tyres=tires, programme=program, catalogue=catalog, dialogue=dialog, "
    "jewellery=jewelry, aluminium=aluminum, organise=organize, organised=organized, apologise=apologize, "
    "recognise=recognize, recognised=recognized, authorise=authorize, authorised=authorized, realise=realize, "
    "realised=realized, cancelled=canceled, cancelling=canceling, travelling=traveling, travelled=traveled, "
    "traveller=traveler, modelling=modeling, fulfil=fulfill, enrol=enroll, instalment=installment, "
    "judgement=judgment, mum=mom, pyjamas=pajamas, sceptical=skeptical, storey=story, doughnut=donut, "
    "doughnuts=donuts, thru=through, tho=though, tonite=tonight, hiya=hi, yeah=yes, yep=yes, yup=yes, yea=yes, "
    "nope=no, mister=mr, missus=mrs, misses=mrs, doctor=dr, saint=st, mount=mt, street=st, avenue=ave, road=rd, versus=vs, "
    "etcetera=etc, ma'am=madam, c'mon=come on, ol=old, til=until, till=until, 'til=until, whilst=while, "
    "amongst=among, towards=toward, email=e-mail, emails=e-mails, ids=id, apartment=apt, number=no., "
    "adviser=advisor, ageing=aging, acknowledgement=acknowledgment, cosy=cozy, plough=plow, mould=mold"
)
del _VARIANTS["number"], _VARIANTS["ids"]

_SYNONYMS = groups(
    (
        "want, would like, wish, would love, am looking, am looking for, would want, need, would like to have, looking for",
        "cancel, call off, scrap",
        "get, receive, obtain, have received, be given",
        "buy, purchase",
        "begin, start, commence",
        "end, finish, stop, terminate",
        "help, assist, assistance, aid",
        "speak, talk",
        "phone, telephone, cell, cell phone, cellphone, mobile, mobile phone",
        "call, ring, phone up, call up, give a call",
        "tell, let know, inform",
        "show, display",
        "fix, repair, mend",
        "change, modify, alter, switch, amend",
        "verify, check, double check, make sure",
        "say, mention, state",
        "pick up, collect",
        "drop off, leave",
        "send, ship, mail",
        "return, send back, bring back, give back",
        "refund, pay back, money back, reimburse, reimbursement",
        "book, reserve, make a reservation, make a booking",
        "booking, reservation",
        "appointment, meeting",
        "happen, occur, take place, go on",
        "quick, quickly, fast",
        "big, large",
        "small, little, tiny",
        "right, correct, accurate",
        "wrong, incorrect",
        "bill, invoice",
        "package, parcel",
        "photo, picture, pic",
        "price, cost",
        "maybe, perhaps, possibly",
        "also, too, as well",
        "ask, inquire, enquire",
        "delay, hold up",
        "sign up, register, enroll",
        "able, can, be able to",
        "only, just, merely, nothing but",
        "monthly, a month, per month, each month, every month",
        "yearly, annually, annual, a year, per year, each year, every year, per annum",
        "weekly, a week, per week, each week, every week",
        "daily, a day, per day, each day, every day",
        "extra large, xl",
        "extra small, xs",
        "triple a, aaa",
        "double a, aa",
        "eastern time, et, est, edt, eastern",
        "pacific time, pt, pst, pdt, pacific",
        "central time, ct, cst, cdt",
        "mountain time, mt, mst, mdt",
        "before, earlier",
        "after, later",
        "turn on, switch on, activate, enable",
        "turn off, switch off, deactivate, disable",
        "find, look up, locate",
        "glad, happy, pleased",
        "hi, hello, hey, good morning, good afternoon, good evening",
        "bye, goodbye, good bye, see you",
        "thanks, thank you, many thanks, thank you very much, thanks a lot, thanks so much",
        "yes, sure, certainly, of course, absolutely, definitely",
        "ok, all right, fine",
        "approximately, about, around, roughly",
        "at most, no more than, not more than, a maximum of",
        "at least, no less than, no fewer than, a minimum of",
        "soon, shortly",
        "immediately, right away, at once, straight away",
        "film, movie",
        "house, home",
        "flat, apt",
        "luggage, baggage",
        "holiday, vacation",
        "credit card, card",
        "account, acct",
        "information, info",
        "automobile, car",
        "physician, dr",
        "kid, child, kids, children",
        "each, every, per",
        "everyone, everybody",
        "someone, somebody",
        "anyone, anybody",
    )
)

_FORMS = pairs(
    "went=go, gone=go, goes=go, bought=buy, paid=pay, said=say, told=tell, got=get, gotten=get, gave=give, given=give, "
    "made=make, sent=send, took=take, taken=take, came=come, left=leave, lost=lose, found=find, thought=think, "
    "spoke=speak, spoken=speak, broke=break, broken=break, chose=choose, chosen=choose, knew=know, known=know, "
    "saw=see, seen=see, kept=keep, felt=feel, held=hold, heard=hear, met=meet, wrote=write, written=write, ate=eat, "
    "eaten=eat, drove=drive, driven=drive, forgot=forget, forgotten=forget, began=begin, begun=begin, did=do, done=do, "
    "children=child, people=person, men=man, women=woman, tries=try, tried=try, dies=die, lies=lie, bigger=big, "
    "better=good, worse=bad, brought=bring, stole=steal, stolen=steal, fell=fall, fallen=fall, stood=stand, "
    "understood=understand, sold=sell, spent=spend, slept=sleep, won=win, wore=wear, worn=wear, rang=ring, rung=ring, "
    "shown=show, used=use, using=use, feet=foot"
)

_ROLES_BEFORE = pairs(
    "from=way:from, out of=way:from, off=way:from, to=way:to, into=way:to, onto=way:to, before=way:to, "
    "prior to=way:to, earlier than=way:to, after=way:from, later than=way:from, since=way:from, "
    "until=way:to, till=way:to, through=way:to, up to=size:most, at least=size:least, at most=size:most, no more than=size:most, "
    "no less than=size:least, no fewer than=size:least, not fewer than=size:least, not more than=size:most, not less than=size:least, more than=size:least, "
    "over=size:least, above=size:least, less than=size:most, fewer than=size:most, under=size:most, below=size:most, "
    "minimum=size:least, minimum of=size:least, maximum=size:most, maximum of=size:most, starting=way:from, "
    "plus=sum:plus, minus=sum:minus, with=having:with, without=having:without, instead of=choice:not, "
    "rather than=choice:not, except=choice:not, at=at, for=for, on=on, by=by, in=in, of=of, via=via, as=as"
)
_ROLES_AFTER = pairs(
    "or more=size:least, or less=size:most, or fewer=size:most, at least=size:least, at most=size:most, "
    "or later=way:from, or earlier=way:to, ago=past:ago, earlier=way:to, later=way:from, "
    "maximum=size:most, minimum=size:least, tops=size:most, onwards=way:from"
)

LEXICON = Lexicon(
    code="en",
    hesitation=r"u+h+|u+m+|(?-i:[Ee]r+)m*|h+m+|m+h*m+|a+h+m*|e+h+|u+h+m+",
    fillers=phrases("you know, i mean, you see, oh, well, so, anyway"),
    variants=_VARIANTS,
    contractions=_CONTRACTIONS,
    paradigms=endings("- s es ed ing 's", "e es ed ing", "y ies ied ying", "- 's s'"),
    forms=_FORMS,
    synonyms=_SYNONYMS,
    light=words(
        "a an the this that these those some any i you he she it we they me him her us them my your his its our their "
        "mine yours ours theirs am is are was were be been being do does did have has had having will would shall should "
        "can could may might must to of in on at for from by with as into onto between through anything anybody anyone about and or but if then than so because "
        "please thanks sorry there here just now up out off over all also too very really quite still ok hi hello hey "
        "which who whom what when where how why myself yourself itself got get go going let us one ones ma'am sir madam "
        "bye goodbye per each every such well oh back actually basically kindly perhaps maybe again already both yet regarding concerning "
        "number nor dot"
    ),
    articles=words("a an the"),
    heavy=words(
        "before after without more less fewer under over above below only instead except until again yes "
        "all none both every who what when where why how already still off out down never ever"
    ),
    roles_before=_ROLES_BEFORE,
    roles_after=_ROLES_AFTER,
    raising=words("think believe suppose guess expect seem feel imagine reckon"),
    carriers=words("do does did"),
    holding=words("of with for"),
    sign_names=pairs("pound=#, hash=#, hashtag=#, star=*, asterisk=*, plus=+, slash=/, dash=-, hyphen=-"),
    spreading=words("neither nor"),
    alternatives=words("or either one"),
    answers=words("no nope nah"),
    clause_words=words("but i it it's that that's we you he she they i'm instead rather make"),
)
