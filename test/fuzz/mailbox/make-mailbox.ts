import type { Random } from "../xml/random.ts";

const SEPARATORS = [
  "From a@b.example Fri Jul  8 12:08:34 2011",
  "From MAILER-DAEMON Fri Jul  8 12:08:34 2011 +0200",
  "From - Fri Jul 08 12:08:34 2011",
  "From a@b.example",
  "From MAILER-DAEMON",
  "From ",
  "From 1234567890@xxx Fri Jul 08 12:08:34 +0000 2011",
  "From a@b.example  Fri Jul  8 12:08 2011 remote from c",
] as const;
const FIELDS = [
  "Subject: x",
  "X-Any:y",
  "Return-Path: <>",
  "Status: RO",
  "X-Gmail-Labels: a",
  "received: by a",
] as const;
const LINES = [
  "text",
  "",
  ">From here on, as programs write it",
  "Fromage",
  " From a blank on",
  "From: a@b.example",
  "--=_b1",
  "H4sIAAAAAAAAA7NJS01NSkzO1rfjAgAAAP//",
] as const;

/** A mailbox as programs write one: no line of its mails begins as a separator does. Its lines may be long, and many. */
export function makeMailbox(random: Random): Buffer {
  const lineEnd = random.pick(["\n", "\n", "\r\n"]);
  const mails = Array.from({ length: random.between(1, 6) }, () => {
    const header = [random.pick(FIELDS), ...pickSome(random, FIELDS, 4)];
    const body = pickSome(random, LINES, random.pick([2, 20, 4000]));
    const quoted = random.chance(0.1) ? [`>${random.pick(SEPARATORS)}`] : [];
    const between = random.chance(0.5) ? [""] : [];
    return [random.pick(SEPARATORS), ...quoted, ...header, "", ...body, ...between]
      .map((line) => line + lineEnd)
      .join("");
  });
  return Buffer.from(mails.join(""));
}

function pickSome<Item>(random: Random, items: readonly [Item, ...Item[]], max: number): Item[] {
  return Array.from({ length: random.between(0, max) }, () => random.pick(items));
}
