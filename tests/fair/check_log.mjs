// Checks logs of sealed decks, written from docs/fair.md alone. Node 18 or later.
//
//   node check_log.mjs den.log            a verdict for each deck; exit status 1 if one is wrong,
//                                         2 if no line of the log says anything of a deck
//   node check_log.mjs --vectors FILE     test vectors; exit status 1 if one is wrong
//   node check_log.mjs --deal FILE        deals from decks as FILE says, for comparison

import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const ME = "pontoon-deck-2";
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const NEW_ORDER = ["C", "D", "H", "S"].flatMap((suit) => RANKS.map((rank) => rank + suit));
const GAMES = {
  "Shed Pontoon": "pontoon", "British Pontoon": "british", "Shoot Pontoon": "shoot",
  "CUTwC Pontoon": "cutwc", "Black Jack For Time": "blackjack",
};

// From a secret to a key

const short = (content) =>
  createHash("sha256").update(content).digest().subarray(0, 20).toString("base64url");
const hmac = (key, message) => createHmac("sha256", key).update(message).digest();
const sealOf = (number, terms, secret) => short(`${ME} seal ${number} ${terms} ${secret}`);

function cutsOf(seal, cuts) {
  const words = cuts.map((each) => Buffer.from(each, "utf8")).sort(Buffer.compare);
  const lines = [Buffer.from(`${ME} cuts ${seal}`), ...words];
  return short(Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")])));
}

const keyOf = (seal, secret, cuts) =>
  hmac(hmac(cuts, secret), Buffer.concat([Buffer.from(`${ME} key ${seal}`), Buffer.from([1])]));

const quoted = (name) => [...name].map((sign) => {
  const code = sign.codePointAt(0);
  const isPlain = code > 32 && code !== 127 && sign !== "%";
  return isPlain ? sign : "%" + code.toString(16).padStart(2, "0");
}).join("");

// From a key to cards

function* numbers(key, draw) {
  for (let block = 0; ; block++) {
    const places = Buffer.alloc(16);
    places.writeBigUInt64BE(BigInt(draw), 0);
    places.writeBigUInt64BE(BigInt(block), 8);
    const hash = createHash("shake256", { outputLength: 1024 });
    const bytes = hash.update(Buffer.concat([Buffer.from("pontoon"), key, places])).digest();
    for (let at = 0; at < 1024; at += 2) yield bytes.readUInt16BE(at);
  }
}

function belowOf(key, draw) {
  const stream = numbers(key, draw);
  return (limit) => {
    for (;;) {
      const number = stream.next().value;
      if (number < 65536 - (65536 % limit)) return number % limit;
    }
  };
}

function shuffled(list, below) {
  const items = [...list];
  for (let i = items.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items;
}

const inNewOrder = (cards) =>
  [...cards].sort((one, other) => NEW_ORDER.indexOf(one) - NEW_ORDER.indexOf(other));

class Shoe {
  constructor(key, packs, marker) {
    Object.assign(this, { key, packs, draws: 1, dealt: 0 });
    const below = belowOf(key, 1);
    this.left = shuffled(Array(packs).fill(NEW_ORDER).flat(), below);
    const [least, most] = marker.split("-").map(Number);
    this.behind = below(most - least + 1) + least;
    this.end = this.left.length - this.behind;
  }
  deal(table) {
    if (!this.left.length) {
      const rest = NEW_ORDER.flatMap((card) => Array(this.packs).fill(card));
      for (const card of table) rest.splice(rest.indexOf(card), 1);
      this.left = shuffled(rest, belowOf(this.key, ++this.draws));
    }
    this.dealt++;
    return this.left.pop();
  }
}

class Pack {
  constructor(key, way) {
    Object.assign(this, { key, way, draws: 1, dealt: 0, aside: [], end: Infinity });
    this.left = shuffled(NEW_ORDER, belowOf(key, 1));
  }
  deal() {
    if (!this.left.length) throw new Error("the pack is empty");
    this.dealt++;
    return this.left.shift();
  }
  cut(people) {
    return shuffled(NEW_ORDER, belowOf(this.key, ++this.draws)).slice(0, people);
  }
  under(hand) {
    if (this.way === "mixed") this.aside.push(...hand);
    else this.left.push(...hand);
  }
  gather(hands) {
    if (this.way === "seats") this.left.push(...hands.flat());
    else if (this.way === "hands") {
      this.left.push(...shuffled(hands, belowOf(this.key, ++this.draws)).flat());
    } else {
      const cards = inNewOrder([...this.aside, ...hands.flat()]);
      this.left.push(...shuffled(cards, belowOf(this.key, ++this.draws)));
      this.aside = [];
    }
  }
}

const deckOf = (key, packs, marker) =>
  marker.includes("-") ? new Shoe(key, packs, marker) : new Pack(key, marker);

// Who gets which card

const SUITS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };
const CARD = "(?:10|[2-9AJQK])[♣♦♥♠CDHS]";
const cardsIn = (text) =>
  text.trim().split(" ").map((card) => card.slice(0, -1) + (SUITS[card.at(-1)] ?? card.at(-1)));

class Lost extends Error {}

class Table {
  constructor(round, deck) {
    Object.assign(this, { round, deck, faults: [] });
    this.game = GAMES[round.title];
    this.seats = round.names.map((name) => ({ name, hands: [] }));
    this.dealer = [];
    this.results = round.parts.map((part) => this.result(part)).filter(Boolean);
  }
  result(part) {
    const shape = new RegExp(`^(Banker |Dealer )?(.*?)(?: \\(hand (\\d+)\\))?: (${CARD}(?: ${CARD})*) = \\d+ [a-z].*$`);
    const found = /^Dealer: /.test(part) ? shape.exec(part.replace("Dealer:", "Dealer :")) : shape.exec(part);
    if (!found || !(found[2] === "" || this.round.names.includes(found[2]))) return null;
    return { name: found[2], hand: Number(found[3] ?? 1), cards: cardsIn(found[4]) };
  }
  give(hand) {
    const table = [...this.seats.flatMap((seat) => seat.hands.flat()), ...this.dealer];
    hand.push(this.deck.deal(table));
    return hand.at(-1);
  }
  expect(what, shown, due) {
    if (shown.join(" ") !== due.join(" ")) this.faults.push(`${what}: ${shown} is not ${due}`);
  }
  seat(name) {
    return this.seats.find((seat) => seat.name === name);
  }
  firstCards() {
    for (const seat of this.seats) {
      const hand = [];
      this.give(hand);
      seat.hands.push(hand);
    }
  }
  lineUp(banker) {
    const listed = this.round.parts.filter((part) => part.startsWith("Chips: "))
      .flatMap((part) => part.slice(7).split(", ")).map((each) => each.replace(/ \d+$/, ""));
    const place = (seat) => (seat.name === banker ? 1000 : (listed.indexOf(seat.name) + 999) % 999);
    this.seats.sort((one, other) => place(one) - place(other));
  }
  play() {
    if (this.game === "pontoon" || this.game === "cutwc") this.firstCards();
    if (this.game === "blackjack") for (const seat of this.seats) seat.hands.push([]);
    for (const part of this.round.parts) this.act(part);
    this.end();
  }
  act(part) {
    let found;
    if (part === "second cards are out") return this.secondCards();
    if ((found = /^cut for the bank: (.*)$/.exec(part))) {
      const cards = found[1].split(", ").map((each) => cardsIn(each.split(" ").at(-1))[0]);
      return this.expect(part, cards, this.deck.cut(cards.length));
    }
    if ((found = new RegExp(`^the dealer shows (${CARD})$`).exec(part))) {
      this.blackJackCards();
      return this.expect(part, cardsIn(found[1]), this.dealer.slice(0, 1));
    }
    const names = this.round.names.filter((name) => part.startsWith(name + " "));
    const name = names.sort((one, other) => other.length - one.length)[0];
    const seat = name && this.seat(name);
    if (!seat) return;
    found = /^(.*?)(?: \(hand (\d+)\))?$/.exec(part.slice(name.length + 1));
    this.move(part, seat, found[1], Number(found[2] ?? 1) - 1);
  }
  move(part, seat, did, number) {
    const isLast = seat === this.seats.at(-1);
    const hand = seat.hands[number];
    const shown = new RegExp(`^(?:twists|hits|draws|doubles for \\d+ and gets) (${CARD})$`).exec(did);
    if (shown) return this.expect(part, cardsIn(shown[1]), [this.give(hand)]);
    if (/^(bets|bids) \d+$/.test(did)) {
      if (this.game === "cutwc" || did.startsWith("bets")) seat.hasBet = true;
    } else if (/^is the banker\b/.test(did)) {
      if (!this.seats.some((each) => each.hands.length)) {
        this.lineUp(seat.name);
        this.firstCards();
      }
    } else if (did === "has too few chips and sits out" || did === "sits out: the banker cannot cover so many") {
      this.seats = this.seats.filter((each) => each !== seat);
    } else if (/^leaves the round(, .*)?$/.test(did) || did === "does not answer and sits this round out") {
      this.leave(seat, isLast);
    } else if (/^gets .* = \d+$/.test(did)) {
      this.blackJackCards();
      this.expect(part, cardsIn(did.slice(5).split(" = ")[0]), seat.hands[0].slice(0, 2));
    } else if (/^turns up /.test(did)) {
      this.expect(part, cardsIn(did.slice(9).split(",")[0]), hand);
    } else if (/^buys for \d+$/.test(did)) this.give(hand);
    else if (/^burns for \d+$/.test(did)) {
      hand.length = 0;
      this.give(hand);
      this.give(hand);
    } else if (/^splits for \d+$/.test(did)) this.split(seat, hand);
    else if (did === "sticks" || did === "busts") {
      if (did === "busts" && this.isPack() && !isLast) this.throwIn(seat, hand);
      const next = seat.hands[number + 1];
      if (this.game === "pontoon" && next?.length === 1 && !seat.hasLeft) this.give(next);
    }
  }
  isPack() {
    return !["pontoon", "blackjack"].includes(this.game);
  }
  throwIn(seat, hand) {
    seat.under ??= new Set();
    if (!seat.under.has(hand)) this.deck.under(hand);
    seat.under.add(hand);
  }
  leave(seat, isLast) {
    seat.hasLeft = true;
    const isBankFound = this.seats.some((each) => each.hands.length);
    if (!this.isPack()) {
      const hasBet = this.round.parts.some((part) => part.startsWith(`${seat.name} bets `));
      if (!hasBet) seat.hands = [];
    } else if (!isBankFound) this.seats = this.seats.filter((each) => each !== seat);
    else if (!isLast) for (const hand of seat.hands) this.throwIn(seat, hand);
  }
  split(seat, hand) {
    const added = [hand.pop()];
    seat.hands.push(added);
    const mine = this.results.filter((each) => each.name === seat.name);
    if (this.game === "pontoon") this.give(hand);
    else if (!mine.length || mine.at(-1).cards.length > 1) {
      this.give(hand);
      this.give(added);
    }
  }
  secondCards() {
    for (const seat of this.seats) {
      const isDealtTo = seat.hasBet && !seat.hasLeft;
      if (isDealtTo || (this.isPack() && seat === this.seats.at(-1))) this.give(seat.hands[0]);
    }
  }
  blackJackCards() {
    if (this.dealer.length) return;
    for (let time = 0; time < 2; time++) {
      for (const seat of this.seats) if (seat.hasBet && !seat.hasLeft) this.give(seat.hands[0]);
      this.give(this.dealer);
    }
  }
  end() {
    const dealers = this.results.find((each) => each.name === "");
    while (dealers && this.dealer.length < dealers.cards.length) this.give(this.dealer);
    for (const { name, hand, cards } of this.results) {
      const due = name ? this.seat(name)?.hands[hand - 1] : this.dealer;
      if (due?.length !== cards.length) throw new Lost(`the hand of ${name} has not as many cards`);
      this.expect(`the hand of ${name}`, cards, due);
    }
    if (this.results.length && this.isPack()) {
      this.deck.gather(this.seats.flatMap((seat) =>
        seat.hands.filter((hand) => !seat.under?.has(hand)).map((hand) => [...hand])));
    }
  }
}

// The log

const SEALED = /^[Dd]eck (\d+) sealed: ([\w-]{27}) \((\S+)cut any words\)$/;
const OPENED = /^[Dd]eck (\d+) opened(, given up \([^()]*\))?: ([\w-]{22}) \((\S+ \S+ ([a-z]+) (\d+) (\S+) [\w-]{27})\)$/;
const LOST = /^[Dd]eck (\d+) cannot be opened: its secret is lost$/;
const FIRST = /^deck (\d+), (?:cut by (\d+): ([\w-]{27})|not cut)$/;
const OTHER = /^deck (\d+), card (\d+)$/;
const ACKNOWLEDGED = /^(\S+) cuts deck (\d+) of [A-Za-z ]+ \(\d+ cuts?\)$/;
const LINE = /^\[?(?:\d{4}-\d\d-\d\d |[A-Z][a-z]{2} \d\d )?(\d\d):(\d\d)(?::(\d\d))?\]?[ \t]*(?:<[ ~&@%+]?([^>\s]+)>|[~&@%+]?([^\s<>]+)\t)\s?(.*)$/;

function read(path) {
  const decks = new Map();
  const deckNamed = (number) => {
    const key = Number(number);
    if (!decks.has(key)) decks.set(key, { number: key, cuts: [], heard: [], rounds: [], faults: [] });
    return decks.get(key);
  };
  const people = [];
  let round = null;
  readFileSync(path, "utf8").split("\n").forEach((text, at) => {
    const found = LINE.exec(text.replaceAll("\u2060", "").replace(/\r$/, ""));
    if (!found) return;
    const time = Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3] ?? 0);
    const nick = (found[4] ?? found[5]).toLowerCase();
    if (nick !== "pontoonbot") {
      people.push({ at, time, nick, text: found[6] });
      return;
    }
    const parts = found[6].trim().split(" | ");
    let match;
    const begins = /^([A-Za-z ]+): (.*)$/.exec(parts[0]);
    const about = parts.find((part) => FIRST.test(part) || OTHER.test(part));
    if (begins && begins[1] in GAMES && about) {
      const first = FIRST.exec(about);
      round = { at, title: begins[1], names: begins[2].split(", "), parts: parts.slice(2) };
      round.card = first ? 1 : Number(OTHER.exec(about)[2]);
      const deck = deckNamed((first ?? OTHER.exec(about))[1]);
      if (first) Object.assign(deck, { cutAt: at, people: Number(first[2] ?? 0), hashed: first[3] });
      deck.rounds.push(round);
      return;
    }
    if (round && /^I .*; the round continues/.test(parts[0])) {
      const isMove = (part) => !/ to [a-z ]+$/.test(part) &&
        (/^(second|cut|the)/.test(part) || round.names.some((name) => part.startsWith(name + " ")));
      const [done, again] = [round.parts.filter(isMove), parts.slice(1).filter(isMove)];
      let same = Math.min(again.length, done.length);
      while (same && again.slice(0, same).join() !== done.slice(-same).join()) same--;
      round.parts.push(...again.slice(same));
      return;
    }
    for (const part of parts) {
      if ((match = SEALED.exec(part))) Object.assign(deckNamed(match[1]), { seal: match[2], sealedAt: at, prefix: match[3] });
      else if ((match = OPENED.exec(part))) {
        const [, number, why, secret, terms, game, packs, marker] = match;
        Object.assign(deckNamed(number), { why, secret, terms, game, packs: Number(packs), marker });
      } else if ((match = LOST.exec(part))) deckNamed(match[1]).faults.push("its secret is lost");
      else if ((match = ACKNOWLEDGED.exec(part))) deckNamed(match[2]).heard.push({ at, nick: match[1].toLowerCase() });
      else if (round) round.parts.push(part);
    }
  });
  for (const deck of decks.values()) deck.cuts = people.filter((said) => said.at > deck.sealedAt && said.at < deck.cutAt);
  return [...decks.values()];
}

function* choices(lists) {
  if (!lists.length) yield [];
  else for (const rest of choices(lists.slice(1))) for (const first of lists[0]) yield [first, ...rest];
}

function areCutsRight(deck) {
  const shape = new RegExp("^" + deck.prefix.replace(/[^\w]/g, "\\$&") + "(cut|deal) +(.*)$", "i");
  const said = deck.cuts.map((each) => ({ ...each, match: shape.exec(each.text.trim()) }))
    .filter((each) => each.match)
    .map((each) => ({ ...each, words: each.match[2].replace(/ +/g, " "), deals: /deal/i.test(each.match[1]) }));
  const nicks = [...new Set(deck.heard.filter((each) => each.at < deck.cutAt).map((each) => each.nick))];
  const lists = nicks.map((nick) => {
    const last = deck.heard.filter((each) => each.nick === nick && each.at < deck.cutAt).at(-1).at;
    const cuts = said.filter((each) => each.nick === nick && each.at < last && !each.deals).reverse();
    return cuts.filter((cut) => cuts[0].time - cut.time <= 10);
  });
  const deal = said.filter((each) => each.deals).at(-1);
  for (const begun of deal ? [deal, null] : [null]) {
    for (const chosen of choices(lists)) {
      let cuts = chosen.filter((cut) => cut.nick !== begun?.nick).sort((one, other) => one.at - other.at);
      if (begun) cuts.push(begun);
      cuts = cuts.slice(-20);
      const isSame = cuts.length ? cutsOf(deck.seal, cuts.map((cut) => cut.words)) === deck.hashed : !deck.hashed;
      if (isSame && cuts.length === deck.people) return true;
    }
  }
  return false;
}

function verdict(deck) {
  const faults = deck.faults;
  if (faults.length) return ["wrong", faults];
  if (!deck.secret) return ["not provable", ["it is not opened"]];
  if (!deck.seal) return ["not provable", ["its seal is missing"]];
  if (sealOf(deck.number, deck.terms, deck.secret) !== deck.seal) return ["wrong", ["the seal"]];
  if (!deck.rounds.length) return ["right", []];
  if (deck.cutAt === undefined) return ["wrong", ["dealt before its cuts were said"]];
  if (!areCutsRight(deck)) return ["wrong", ["the cuts"]];
  const key = keyOf(deck.seal, deck.secret, deck.hashed ?? cutsOf(deck.seal, []));
  const cards = deckOf(key, deck.packs, deck.marker);
  for (const round of deck.rounds) {
    if (round.card !== cards.dealt + 1) return ["not provable", [`card ${round.card} is not the next`]];
    if (cards.dealt >= cards.end) return ["wrong", ["a round begins past the marker"]];
    const table = new Table(round, cards);
    try {
      table.play();
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      return ["not provable", [error.message]];
    }
    faults.push(...table.faults);
  }
  if (!deck.why && cards instanceof Shoe && cards.dealt < cards.end) faults.push("opened before its marker");
  return [faults.length ? "wrong" : "right", faults];
}

// Test vectors, and decks that are dealt for comparison

function found(vector) {
  const names = [quoted(vector.network), quoted(vector.channel), vector.game];
  const terms = [...names, vector.packs, vector.marker, vector.before].join(" ");
  const seal = sealOf(vector.number, terms, vector.secret);
  const cuts = cutsOf(seal, vector.cuts);
  const key = keyOf(seal, vector.secret, cuts);
  const deck = deckOf(key, vector.packs, vector.marker);
  const order = deck instanceof Shoe ? [...deck.left].reverse() : deck.left;
  const result = {
    seal, cuts_hash: cuts, key: key.toString("hex"), behind: deck.behind ?? 0,
    first: order.slice(0, 10).join(" "), last: order.slice(-3).join(" "),
  };
  if (vector.then) {
    deck.left = [];
    result.then = Array.from({ length: 5 }, () => deck.deal(vector.on_table.split(" "))).join(" ");
  }
  if (vector.bank) {
    result.bank = deck.cut(3).join(" ");
    deck.gather(vector.hands.map((hand) => hand.split("+")));
    result.under = deck.left.slice(52).join(" ");
  }
  return result;
}

function checkVectors(path) {
  const vectors = JSON.parse(readFileSync(path, "utf8"));
  let wrong = 0;
  for (const vector of vectors) {
    for (const [name, value] of Object.entries(found(vector))) {
      if (vector[name] === value) continue;
      console.log(`${vector.what}: ${name} is ${value}, not ${vector[name]}`);
      wrong++;
    }
  }
  console.log(`${vectors.length} vectors, ${wrong} wrong`);
  return wrong;
}

// Each deck has a key, packs and a marker, and acts: a number of cards to deal with others on the
// table, a hand to put under, hands to gather, or people who cut.
function deal(path) {
  for (const { key, packs, marker, acts } of JSON.parse(readFileSync(path, "utf8"))) {
    const deck = deckOf(Buffer.from(key, "hex"), packs, marker);
    const dealt = [String(deck.behind ?? 0)];
    for (const act of acts) {
      if (act.deal) for (let n = 0; n < act.deal; n++) dealt.push(deck.deal(act.table ?? []));
      if (act.under) deck.under(act.under);
      if (act.gather) deck.gather(act.gather);
      if (act.cut) dealt.push(...deck.cut(act.cut));
    }
    console.log(dealt.join(" "));
  }
  return 0;
}

const [option, path] = process.argv.slice(2);
if (option === "--vectors") process.exit(checkVectors(path) ? 1 : 0);
if (option === "--deal") process.exit(deal(path));
const decks = read(option);
if (!decks.length) {
  console.log(`${option}: PontoonBot says nothing of a deck`);
  process.exit(2);
}
let wrong = 0;
for (const deck of decks.sort((one, other) => one.number - other.number)) {
  const [what, why] = verdict(deck);
  if (what === "wrong") wrong++;
  console.log(`deck ${deck.number}: ${what}${why.length ? ": " + why.join("; ") : ""}`);
}
process.exit(wrong ? 1 : 0);
