// Names that look like a known one: in all of Unicode, and with one letter changed.
import fc from "fast-check";
import { expect, test } from "vitest";
import { confusables } from "./confusables.ts";
import { knownReporters, mayUseName } from "./known-reporters.ts";
import { isPlainName } from "./plain-name.ts";

/** Thousands of names each: seconds, or on a busy machine more. */
const TIMEOUT_MS = 180_000;

const evil = "evil.example";
const isBelieved = (name: string) => mayUseName(name, evil);

/** All assigned characters, except ideographs and syllables of Korean, which do not look like Latin letters. */
const characters = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code > 0x7f && (code < 0xd800 || code > 0xdfff))
  .map((code) => String.fromCodePoint(code))
  .filter((text) => !/[\p{Cn}\p{Co}\p{Script=Han}\p{Script=Hangul}]/u.test(text));

/** The ASCII letters of a character without accents, circles and fonts. */
function toBase(text: string): string {
  const parts = text.normalize("NFKD").replace(/\p{M}/gu, "");
  return parts.toLowerCase();
}

/** Characters that look like each letter: the table, and fonts, circles and accents. */
const lookalikes: ReadonlyMap<string, readonly string[]> = new Map(
  Array.from("abcdefghijklmnopqrstuvwxyz", (letter) => [
    letter,
    [
      ...(confusables[letter]?.split(" ") ?? []).map((code) => String.fromCodePoint(Number.parseInt(code, 16))),
      ...characters.filter((text) => toBase(text) === letter),
    ],
  ]),
);

const words = knownReporters.flatMap((reporter) => reporter.words);
const names = knownReporters.flatMap((reporter) => reporter.names);

test(
  "a letter of a known name in any character of Unicode does not make it another's name",
  () => {
    const believed = characters.filter((text) => isPlainName(`g${text}${text}gle`) && isBelieved(`g${text}${text}gle`));
    expect(believed.length).toBeGreaterThan(100);
    // These are other letters of ASCII, other letters of European languages, and signs between letters.
    const others = believed.filter((text) => !/^[\0-\x7f]+$/.test(toBase(text)) && !/^[\p{P}\s]+$/u.test(toBase(text)));
    expect(others.filter((text) => !/^[ßðđłħŧıŋþæœ\d\p{Script=Han}]+$/iu.test(toBase(text)))).toEqual([]);
    expect(believed.filter((text) => /^[o0]$/.test(toBase(text)))).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  "each character that looks like a letter is found out in a known name, wherever that has the letter",
  () => {
    const all = [...lookalikes].flatMap(([letter, texts]) => texts.map((text) => ({ letter, text })));
    expect(all.length).toBeGreaterThan(2500);
    const believed = all.flatMap(({ letter, text }, index) => {
      const known = [...words, ...names].filter((name) => name.includes(letter));
      const name = known[index % known.length] ?? "";
      return isBelieved(name.replaceAll(letter, text)) ? [name.replaceAll(letter, text)] : [];
    });
    expect(believed).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  "a known name is found out in any mix of characters that look like its letters",
  () => {
    const known = fc.constantFrom(...words, ...names);
    fc.assert(
      fc.property(known, fc.infiniteStream(fc.nat()), (name, numbers) => {
        const forged = Array.from(name, (letter) => {
          const texts = [letter, letter.toUpperCase(), ...(lookalikes.get(letter) ?? [])];
          return texts[(numbers.next().value ?? 0) % texts.length];
        });
        expect(isBelieved(forged.join("")), forged.join("")).toBe(false);
      }),
      { numRuns: 2000 },
    );
  },
  TIMEOUT_MS,
);

/** Names of five letters or more in which another letter makes another word, since the rest of them is generic words. */
const exactNames = new Set(["gmail", "ymail", "ezweb", "t-online", "icloud"]);

/** Names of which three letters are their own: these must be there. */
const nameWithMail = /^(?:(?:hot|han|fox|ali|kpn)mail|mail(?:gun|jet))$/;

/** Edits that are made of generic words. */
const genericWords = new Set(["privatemail", "zoomail", "zoocorp"]);

function* listEdits(name: string): Iterable<string> {
  for (let at = 0; at < name.length; at += 1) {
    const [before, letter = "", after] = [name.slice(0, at), name[at], name.slice(at + 1)];
    yield before + after;
    yield before + letter + letter + after;
    yield before + after.slice(0, 1) + letter + after.slice(1);
    for (const other of ["x", "e", String.fromCharCode(97 + ((letter.charCodeAt(0) + 1) % 26))]) {
      yield before + other + after;
      yield before + other + letter + after;
    }
  }
}

const isLong = (word: string) => /^[a-z -]+$/.test(word) && word.replace(/[ -]/g, "").length >= 5;

test(
  "a known name with one letter changed, inserted, left out, doubled or exchanged needs the reporter's domain",
  () => {
    const long = words.filter((word) => isLong(word) && !exactNames.has(word) && !nameWithMail.test(word));
    const edits = long.flatMap((word) => [...listEdits(word)]).filter((edit) => !genericWords.has(edit));
    expect(long.length).toBeGreaterThan(100);
    expect(edits.filter(isBelieved)).toEqual([]);
  },
  TIMEOUT_MS,
);

test("of a name that ends or begins with mail, only the letters that are its own may make another name", () => {
  const forged = ["hotmai", "hotmial", "hottmail", "hotmaill", "mialgun", "maigun", "mailgunn", "mailjett", "foxmaill"];
  expect(forged.filter(isBelieved)).toEqual([]);
  const others = ["gotmail", "boxmail", "hostmail", "Email", "hMailServer", "qmail", "Mailnet", "Allied Mail"];
  expect(others.filter((name) => !isBelieved(name))).toEqual([]);
});

test("a short name is found out only as it is, or as it looks", () => {
  const forged = ["AOL", "A0L", "ΑΟL", "a-o-l", "GMX", "6MX", "QQ", "9Q", "WP", "GMX GmbH", "O2.PL", "Cox.net", "e8ay"];
  expect(forged.filter(isBelieved)).toEqual([]);
  const others = [
    "AOK",
    "GMS",
    "LGE",
    "Q",
    "WPA",
    "Cox",
    "Cox Consulting",
    "Ebony",
    "Land Hessen",
    "OVA",
    "Ample GmbH",
  ];
  expect(others.filter((name) => !isBelieved(name))).toEqual([]);
});

test("words around a known name, in it and written onto it do not make it another's", () => {
  const forged = ["Goo Inc gle", "dmarcgooglereports", "My Yahoo! Login", "securegoogle", "Goo-gle GmbH & Co. KG"];
  expect([...forged, "g()()gle", "goog1e", "9oo9le.com", "Gøøǥłe LLC", "🅖🅞🅞🅖🅛🅔"].filter(isBelieved)).toEqual([]);
  expect(["dmarc@9oo9le.com", "mx1.g00gle.example", "https://goog1e.com/"].filter(isBelieved)).toEqual([]);
});

test("a name that is not plain is not believed, unless it means the sender", () => {
  const strange = [
    "Smаll Mail",
    "ꜱmall Mail",
    "S\u202Emall",
    "𝓢mall\u200B Mail",
    "★ Mail",
    "Mail●Box",
    "Sᴍall",
    "Straße∗",
    "Sm\u0363all",
  ];
  expect(strange.filter(isBelieved)).toEqual([]);
  expect(mayUseName("🅖🅞🅞🅖🅛🅔", "google.com")).toBe(true);
  expect(mayUseName("🅖🅞🅞🅖🅛🅔", "yahoo.com")).toBe(false);
});

test("plain names of all languages are their owners'", () => {
  const plain = [
    ...[
      "Müller & Söhne GmbH",
      "Łódź Mail",
      "Þórshöfn",
      "Café Ærø",
      "İstanbul Posta",
      "Đà Nẵng",
      "L’Hôpital",
      "O'Brien",
    ],
    ...["Почта", "ООО «Вектор»", "Ταχυδρομείο", "Փոստ", "דואר", "بريد", "پست ایران", "डाक सेवा", "ไปรษณีย์ไทย", "საფოსტო"],
    ...[
      "日本メール株式会社",
      "NTTドコモ",
      "우체국",
      "KT 메일",
      "中国邮政",
      "中華郵政 ㄅㄆ",
      "почта.com",
      "müller.example",
      "Mail+ (EU) #1",
    ],
    ...["", "a_b.example", "Acme®", "Acme™ №1", "Hawaiʻi Mail"],
  ];
  expect(plain.filter((name) => !isBelieved(name))).toEqual([]);
});
