import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openEnvelope } from "@ruaflow/dmarc/envelope";
import { parseReport } from "@ruaflow/dmarc/parse";
import { buildHostileSeeds, readContainer } from "@ruaflow/dmarc/testing";
import type { Random } from "../xml/random.ts";
import { readGolden } from "../xml/samples.ts";
import {
  makeGzip,
  makeMail,
  makeNesting,
  makeOutlookMessage,
  makeSignedData,
  makeTar,
  makeXml,
  makeZip,
} from "./make-input.ts";
import { INPUT_BYTES_MAX } from "./mutate.ts";
import type { TargetName } from "./target-names.ts";

type Body = AsyncIterable<Uint8Array>;

/** One reader of the product under test. */
export interface FuzzTarget {
  /** What the bytes were read as, a word; whatever is thrown is a defect. */
  readonly read: (body: Body) => Promise<string>;
  readonly buildSeeds: () => readonly Uint8Array[];
  /** A new input whose checksums and lengths are right, most of them. */
  readonly make: (random: Random, payload: Uint8Array) => Uint8Array;
  /** Words of the format, in Latin-1. */
  readonly words: readonly string[];
}

const golden = (): readonly Uint8Array[] => readGolden().filter(({ length }) => length <= INPUT_BYTES_MAX);
const plain = (): Uint8Array =>
  readFileSync(join(fileURLToPath(new URL("../../../libs/dmarc/golden", import.meta.url)), "plain.xml"));
const hostile = (kind: Parameters<typeof buildHostileSeeds>[0]) => () => [
  plain(),
  ...buildHostileSeeds(kind, INPUT_BYTES_MAX),
];
const container = (kind: Parameters<typeof readContainer>[0]) => (body: Body) => readContainer(kind, body);

const ZIP_WORDS = ["PK\x01\x02", "PK\x03\x04", "PK\x05\x06", "PK\x06\x06", "PK\x06\x07", "PK\x07\x08", "\x01\0\x08\0"];
const GZIP_WORDS = ["\x1f\x8b\x08", "\0\0\xff\xff", "\x03\0"];
const TAR_WORDS = ["ustar\x0000", "ustar  \0", "11 path=abc\n", "9 size=1\n", "././@LongLink", "\0".repeat(512)];
const MAIL_WORDS = [
  "\r\n",
  "\r\n\r\n",
  "\n",
  "\r",
  "--b",
  "--b--",
  "\r\n--b\r\n",
  "From a@b Fri Jul  8 12:08:34 2011\n",
  "Content-Type: ",
  "multipart/mixed; boundary=b",
  "message/rfc822",
  "Content-Transfer-Encoding: base64\r\n",
  "quoted-printable",
  "=\r\n",
  "=?utf-8?q?",
  "?=",
  "filename*0*=utf-8''",
  "Content-Disposition: attachment; filename=",
  '"',
  "\\",
  "(",
  ";",
];
const XML_WORDS = [
  "<",
  ">",
  "</",
  "/>",
  "&",
  "&#",
  ";",
  "<!--",
  "-->",
  "<![CDATA[",
  "]]>",
  "<?",
  "?>",
  "<!DOCTYPE",
  "<record>",
  "</record>",
  "<feedback>",
  "</feedback>",
  "<row>",
  "<count>",
  "<dkim>",
  " xmlns=",
  " xmlns:a=",
  "a:",
  "\xef\xbb\xbf",
  "\xff\xfe",
  "\0",
];

export const targets: Readonly<Record<TargetName, FuzzTarget>> = {
  gzip: { read: container("gzip"), buildSeeds: hostile("gzip"), make: makeGzip, words: GZIP_WORDS },
  zip: { read: container("zip"), buildSeeds: hostile("zip"), make: makeZip, words: [...ZIP_WORDS, ...GZIP_WORDS] },
  tar: { read: container("tar"), buildSeeds: hostile("tar"), make: makeTar, words: TAR_WORDS },
  mime: { read: container("mail"), buildSeeds: hostile("mail"), make: makeMail, words: MAIL_WORDS },
  msg: { read: container("outlook-msg"), buildSeeds: hostile("outlook-msg"), make: makeOutlookMessage, words: [] },
  cms: {
    read: container("signed-data"),
    buildSeeds: hostile("signed-data"),
    make: makeSignedData,
    words: ["\x24\x80", "\0\0", "\x04\x01a", "\x30\x80", "\x84\xff\xff\xff\xff"],
  },
  parse: {
    read: parse,
    buildSeeds: () => [...golden(), ...buildHostileSeeds("xml", INPUT_BYTES_MAX)],
    make: makeXml,
    words: XML_WORDS,
  },
  whole: {
    read: openAndParse,
    buildSeeds: () =>
      (["mixtures", "gzip", "zip", "tar", "mail", "outlook-msg", "signed-data"] as const).flatMap((kind) =>
        hostile(kind)(),
      ),
    make: makeNesting,
    words: [...ZIP_WORDS, ...GZIP_WORDS, ...TAR_WORDS, ...MAIL_WORDS, ...XML_WORDS, "H4sI", "\xd0\xcf\x11\xe0"],
  },
};

async function parse(xml: Body): Promise<string> {
  const result = await parseReport(xml, { onRecord: () => {} });
  if (result.kind === "refused") return result.reason;
  return result.kind === "report" ? "report" : result.what;
}

/** As ingest does: each document is parsed, and one that breaks off is refused for what its bytes ended with. */
async function openAndParse(body: Body): Promise<string> {
  let outcome = "nothing";
  for await (const entry of openEnvelope(body)) {
    if (entry.kind === "refused") outcome = entry.reason;
    else outcome = entry.kind === "document" ? await parse(entry.xml).catch(toReason) : entry.what;
  }
  return outcome;
}

function toReason(error: unknown): string {
  if (error instanceof Error && error.name === "EnvelopeError" && "reason" in error) return String(error.reason);
  throw error;
}
