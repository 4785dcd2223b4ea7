// Checks vectors.json, beside this file, with an implementation of its own (FAIR, Byte strings).
// Node 18 or later; prints what is wrong, and exits with 1 then.

import { createHash, hkdfSync } from "node:crypto";
import { readFileSync } from "node:fs";

const ME = "pontoon-deck-2";
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const NEW_ORDER = ["C", "D", "H", "S"].flatMap((suit) => RANKS.map((rank) => rank + suit));

const short = (content) =>
  createHash("sha256").update(content).digest().subarray(0, 20).toString("base64url");

function quoted(name) {
  const bytes = [];
  for (const byte of Buffer.from(name, "utf8")) {
    const isPlain = byte > 32 && byte !== 127 && byte !== 0x25;
    bytes.push(isPlain ? Buffer.from([byte]) : Buffer.from("%" + byte.toString(16).padStart(2, "0")));
  }
  return Buffer.concat(bytes).toString("utf8");
}

function sealOf(v) {
  const terms = [quoted(v.network), quoted(v.channel), v.game, v.packs, v.marker, v.before];
  return short([ME, "seal", v.number, ...terms, v.secret].join(" "));
}

function cutsOf(seal, cuts) {
  // Sorted as bytes: JavaScript would sort UTF-16.
  const sorted = cuts.map((words) => Buffer.from(words, "utf8")).sort(Buffer.compare);
  const lines = [Buffer.from(`${ME} cuts ${seal}`), ...sorted];
  return short(Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")])));
}

function keyOf(seal, secret, cuts) {
  const info = Buffer.from(`${ME} key ${seal}`);
  return Buffer.from(hkdfSync("sha256", secret, cuts, info, 32));
}

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

function drawn(key, draw) {
  const stream = numbers(key, draw);
  return (bound) => {
    for (;;) {
      const number = stream.next().value;
      if (number < 65536 - (65536 % bound)) return number % bound;
    }
  };
}

function shuffle(items, below) {
  for (let i = items.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items;
}

const packsOf = (count) => Array.from({ length: count }, () => NEW_ORDER).flat();

function found(v) {
  const seal = sealOf(v);
  const cuts = cutsOf(seal, v.cuts);
  const key = keyOf(seal, v.secret, cuts);
  const below = drawn(key, 1);
  const order = shuffle(packsOf(v.packs), below);
  const isShoe = v.marker.includes("-");
  const dealt = !isShoe ? order : order.toReversed?.() ?? [...order].reverse();
  let behind = 0;
  if (isShoe) {
    const [least, most] = v.marker.split("-").map(Number);
    behind = least + below(most - least + 1);
  }
  const result = {
    seal, cuts_hash: cuts, key: key.toString("hex"), behind,
    first: dealt.slice(0, 10).join(" "), last: dealt.slice(-3).join(" "),
  };
  if (v.then) {
    const left = NEW_ORDER.flatMap((card) => Array(v.packs).fill(card));
    for (const card of v.on_table.split(" ")) left.splice(left.indexOf(card), 1);
    result.then = shuffle(left, drawn(key, 2)).reverse().slice(0, 5).join(" ");
  }
  if (v.bank) {
    result.bank = shuffle([...NEW_ORDER], drawn(key, 2)).slice(0, 3).join(" ");
    const hands = shuffle([...v.hands], drawn(key, 3));
    result.under = hands.join("+").replaceAll("+", " ");
  }
  return result;
}

let wrong = 0;
const vectors = JSON.parse(readFileSync(new URL("vectors.json", import.meta.url), "utf8"));
for (const vector of vectors) {
  for (const [name, value] of Object.entries(found(vector))) {
    if (vector[name] !== value) {
      console.log(`${vector.what}: ${name} is ${value}, not ${vector[name]}`);
      wrong++;
    }
  }
}
console.log(`${vectors.length} vectors, ${wrong} wrong`);
process.exit(wrong ? 1 : 0);
