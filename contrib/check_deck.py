#!/usr/bin/env python3
"""Check sealed decks of PontoonBot: its players.decks, your own log, or both (docs/fair.md).

--bot names the bot in the log; --cards prints the cards of a deck. Exit status 1: there is a fault.
"""
import argparse, hashlib, hmac, json, re, struct, sys
from pathlib import Path

ME, H, S, N = "pontoon-deck-1", "[0-9a-f]{64}", r'"(?:[^"\\]|\\.)+"', "(?:0|[1-9][0-9]*)"
MARKER = "(?:-|(?:0|[1-9][0-9]{0,5})-(?:0|[1-9][0-9]{0,5}))"
B, A, D = rf'{{"before":"{H}",', rf':[1-9][0-9]*,"at":{S}', rf"\[{N},{N},[01]\]"
SHAPE = (  # a line of players.decks, without its hash
    rf'{B}"sealed"{A},"procedure":"{ME}","network":{S},"channel":{S},"game":"[a-z]+",'
    rf'"packs":(?:[1-9][0-9]?|100),"marker":"{MARKER}","seal":"{H}"|{B}"lost"{A},"why":{S}|'
    rf'{B}"opened"{A},"why":{S},"secret":"{H}","cuts":(?:null|\[(?:{S}(?:,{S})*)?\]),'
    rf'"dealt":\[(?:{D}(?:,{D})*)?\]|{{"format":"pontoon-decks-1","id":"[0-9a-f]{{32}}"')
TIME = r"(?:[0-9\[\](){}.,:;/+\-TZ ]|[A-Z][a-z]{2} )*"  # before the nick, as clients write it
LOGGED = re.compile(TIME + r"(?:<[ ~&@%+]?([^<>\s]+)>\s|\t[~&@%+]?([^\s<>]+)\t)(.*)", re.DOTALL)
SAID = re.compile(  # what the bot says of a deck
    rf"(?P<sealed> is sealed: {H})(?: .*)?|(?P<cut> is cut \([0-9]{{1,3}}\): {H})|"
    r"(?P<lost> cannot be opened \(its secret is lost\))|(?P<opened>(?:, given up \(.*\),)? is "
    rf"opened: (?P<secret>{H}) \({ME} (?P<terms>[^ ]+ [^ ]+ [a-z]+ [0-9]{{1,3}} {MARKER} {H})\))")
ORDER, TERMS = "sealed cut opened lost".split(), "network channel game packs marker before".split()
faults, heard, spoken, begun, decks = [], {}, [], {}, {}
sha = lambda content: hashlib.sha256(content).hexdigest()
cuts_of = lambda seal, cuts: sha("\n".join([f"{ME} cuts {seal}", *sorted(cuts), ""]).encode())
is_cut = lambda s: re.fullmatch("([^\0- \x7f\udc80-\udcff]+ )+", f"{s} ") and len(s.encode()) <= 100
quoted = lambda name: re.sub("[\0- %\x7f]", lambda found: f"%{ord(found[0]):02x}", name)
kinds = lambda number: {*heard.get(number, ())}  # of lines that were heard about a deck
need = lambda is_right, where, what: is_right or faults.append(print(f"{where}: {what}"))
need_same = lambda where, number, kind, text: need(
    heard.get(number, {}).get(kind, [text])[0] == text, where, f"deck {number} {kind}: log differs")

def cards_of(seal, secret, cuts, packs, marker):  # as they are dealt; and how many until the marker
    key = hmac.digest(bytes.fromhex(cuts), bytes.fromhex(secret), "sha256")
    key = hmac.digest(key, f"{ME} key {seal}".encode() + b"\1", "sha256")  # that was HKDF
    block = lambda b: hashlib.shake_256(b"pontoon" + key + struct.pack(">QQ", 1, b)).digest(1024)
    numbers = (each for b in range(packs + 1) for each in struct.unpack(">512H", block(b)))
    below = lambda k: next(x for x in numbers if x < 65536 - 65536 % k) % k
    cards = [r + suit for suit in "CDHS" for r in "A 2 3 4 5 6 7 8 9 10 J Q K".split()] * packs
    for i in range(len(cards) - 1, 0, -1):
        j = below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    if marker == "-":  # a pack, dealt from the first place; a shoe is dealt from the last
        return cards, None
    least, most = map(int, marker.split("-"))
    return cards[::-1], len(cards) - least - below(most - least + 1)

def read_log(path, bot):
    for at, line in enumerate(path.open("rb"), 1):
        found = LOGGED.fullmatch(line.decode("utf-8", "surrogateescape").rstrip("\r\n"))
        nick, text = (found[1] or found[2], found[3].rstrip(" ")) if found else ("", "")
        spoken.append((at, nick.encode(errors="replace").lower(), re.sub(" +", " ", text)))
        text = text.replace("\u2060", "") if nick.lower() == bot.lower() else ""  # the bot's alone
        if about := re.match("Deck ([1-9][0-9]{0,17})(?= is | cannot |, given up )", text):
            deck, said = heard.setdefault(int(about[1]), {}), SAID.fullmatch(text[about.end():])
            same = said and deck.setdefault(k := said.lastgroup, (said[k], at, said))[0] == said[k]
            is_right = same and [*deck] == sorted(deck, key=ORDER.index)
            need(is_right, f"{path}, line {at}", "unreadable, not in order, or not as before")
        begins = re.fullmatch(r"(?:.* \| )?deck ([1-9][0-9]{0,17}), card [0-9]+(?: \| .*)?", text)
        if begins and begun.setdefault(begins[1], at) == at:  # the first round
            is_right = kinds(int(begins[1])) & {"sealed", "cut"} != {"sealed"}
            need(is_right, f"{path}, line {at}", f"deck {begins[1]} is dealt before its cut")
    need(heard, path, f"{bot} says nothing of decks; --bot names the bot")

def check_deck(where, number, seal, terms, secret, cuts):
    sealed = f"{ME} seal {number} {terms} {secret}".encode(errors="replace")
    need(sha(sealed) == seal, where, f"the seal of deck {number} is not of its secret")
    words, (packs, marker, _) = cuts or [], terms.rsplit(" ", 3)[1:]
    need(words == sorted(filter(is_cut, words))[:20], where, f"deck {number} has wrong cuts")
    hashed = cuts_of(seal, words)
    need_same(where, number, "cut", "" if cuts is None else f" is cut ({len(words)}): {hashed}")
    decks[number] = cards_of(seal, secret, hashed, int(packs), marker)

def check_file(path):
    last, sealed, newest, count = "", {}, {}, 0
    for line_number, line in enumerate(path.open("rb"), 1):
        where, before = f"{path}, line {line_number}", last
        found = re.fullmatch(rb'(.*),"hash":"([0-9a-f]{64})"\}\n', line)
        last = found[2].decode() if found else ""
        need(found and sha(found[1]) == last, where, "its hash is wrong")
        try:
            fields, text = json.loads(found[1] + b"}"), found[1].decode("ascii")
            json.dumps(fields, ensure_ascii=False).encode()  # half a character is no text
            is_same = json.dumps(fields, separators=(",", ":")) == text + "}"  # so no key is twice
            is_record = is_same and re.fullmatch(SHAPE, text)
        except (ValueError, TypeError, RecursionError):
            is_record = False
        need(is_record and fields.get("before", "") == before, where, "it does not belong here")
        number = is_record and (fields.get("sealed") or fields.get("opened") or fields.get("lost"))
        if number and "sealed" in fields:
            game = fields["network"], fields["channel"], fields["game"]
            least, most = (int(each or 0) for each in fields["marker"].split("-"))
            is_next = number == count + 1 and newest.get(game) not in sealed
            need(is_next and least <= most <= 52 * fields["packs"], where, "out of turn or place")
            count, newest[game], sealed[number] = number, number, fields
            need_same(where, number, "sealed", f" is sealed: {fields['seal']}")
        elif number and need(deck := sealed.pop(number, {}), where, "it has no seal") and need(
                "opened" in fields, where, f"the secret of deck {number} is lost"):
            check_opened(where, number, deck, fields)
    need(last and all(number <= count for number in heard), path, "a deck of the log is missing")
    need(not any({"opened", "lost"} & kinds(each) for each in sealed), path, "log has one opened")
    return sealed

def check_opened(where, number, deck, fields):
    secret, cuts, dealt, why = (fields[key] for key in ("secret", "cuts", "dealt", "why"))
    terms = " ".join(quoted(str(deck[key])) for key in TERMS)
    check_deck(where, number, deck["seal"], terms, secret, cuts)
    now, end = 0, decks[number][1]
    for before, took, _ in dealt:
        is_right = before == now and (end is None or before < end) and cuts is not None
        need(is_right, where, "a round does not follow, is past the marker, or has no list of cuts")
        now += took
    is_whole = end is not None or all(settled or not took for _, took, settled in dealt[:-1])
    is_end = dealt and (dealt[-1][2] if end is None else now >= end)
    need(is_whole and (is_end or why != "finished"), where, "it does not end where it must")
    how = "" if why == "finished" else f", given up ({why}),"
    need_same(where, number, "opened", f"{how} is opened: {secret} ({ME} {terms})")
    need_same(where, number, "lost", "")

def check_log(path):  # by itself: seals by what was opened, CUTS by what people said
    for number in (each for each in heard if {"sealed", "opened"} <= kinds(each)):
        (seal, begin, how), (*_, said) = heard[number]["sealed"], heard[number]["opened"]
        (hashed, end, _), people, dealer = heard[number].get("cut", ("", 0, 0)), {}, {}
        prefix = re.escape((re.search("; ([^ ]+)cut any words", how.string) or "!!")[1])
        form = re.compile(rf"{prefix}(?:(cut)|(?:[a-z]+ )?deal) (.*)", re.DOTALL | re.IGNORECASE)
        then = [(nick, form.fullmatch(text)) for at, nick, text in spoken if begin < at < end]
        for nick, cut in (each for each in then if each[1] and is_cut(each[1][2])):
            people.pop(nick, None) if cut[1] else dealer.clear()  # the last one began it
            (people if cut[1] else dealer)[nick] = cut[2]
        others = {nick: words for nick, words in people.items() if nick not in dealer}
        lists = [sorted([*each.values()][-20:]) for each in (people, {**others, **dealer})]
        cuts = ([each for each in lists if cuts_of(seal[-64:], each) in hashed] or lists)[0]
        check_deck(path, number, seal[-64:], said["terms"], said["secret"], cuts if end else None)
    return [each for each in heard if kinds(each) & {"sealed", "opened", "lost"} == {"sealed"}]

parser = argparse.ArgumentParser(description=__doc__)
for name, kind in {"decks": Path, "log": Path, "bot": str, "cards": int}.items():
    parser.add_argument(f"--{name}", type=kind)
given = parser.parse_args()
given.decks or given.log or parser.error("name --decks, --log, or both")
try:
    read_log(given.log, given.bot or "PontoonBot") if given.log else None
    print("still sealed:", *(check_file(given.decks) if given.decks else check_log(given.log)))
except OSError as error:
    parser.exit(2, f"{error}\n")
if given.cards in decks:
    print(*decks[given.cards][0], "| until the marker:", decks[given.cards][1])
print(f"decks opened: {len(decks)}, faults: {len(faults)}")
sys.exit(bool(faults))
