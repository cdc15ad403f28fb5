import { buildHostileSeeds, type ReadMail, readMailParts } from "@ruaflow/dmarc/testing";
import { readWithMailauth } from "@ruaflow/mail-auth/testing";
import { makeMail } from "../bytes/make-input.ts";
import { INPUT_BYTES_MAX, mutate } from "../bytes/mutate.ts";
import { Random } from "../xml/random.ts";
import { compareMail } from "./compare-mail.ts";
import { startPythonReader } from "./python-reader.ts";

/** How the product reads a mail; a broken one shows that the comparison finds faults. */
export type ReadMailParts = (mail: Buffer) => Promise<ReadMail | null>;

export interface MailFuzzRun {
  readonly seed: number;
  readonly mails: number;
  readonly defectsMax: number;
  readonly readMail?: ReadMailParts;
  readonly onProgress?: (summary: MailFuzzSummary) => void;
}

export interface MailFuzzSummary {
  readonly mails: number;
  /** Mails whose header no one can read in another way, with a part that their sender can vouch for. */
  readonly vouched: number;
  readonly defects: readonly { readonly bytes: Buffer; readonly what: string }[];
}

const PROGRESS_MAILS = 10_000;
const XML = Buffer.from("<feedback></feedback>");

const WORDS = [
  "\r\n",
  "\r\n\r\n",
  "\n",
  "\n\n",
  "\r",
  "\r\r\n",
  "\n\r\r\n",
  "\r\n\r\r\n",
  "\0",
  "\f",
  "\x85",
  " ",
  "\t",
  "\r\n ",
  ":",
  ";",
  '"',
  "\\",
  "(a)",
  "--",
  "--=_b1",
  "--=_b1--",
  "\r\n--=_b1\r\n",
  "\r\n--=_b1--\r\n",
  "\r--=_b1\r\n",
  "\r\n--b\r\n",
  "\r\n--b--\r\n",
  "From a@b Fri Jul  8 12:08:34 2011\n",
  "Content-Type: multipart/mixed; boundary=b\r\n",
  "Content-Type: multipart/digest; boundary=b\r\n",
  "Content-Type: message/rfc822\r\n",
  "Content-Type: text/plain\r\n",
  "; boundary=b",
  "; boundary*0=b",
  'name="; boundary=b"',
  "Content-Transfer-Encoding: base64\r\n",
  "Content-Transfer-Encoding: quoted-printable\r\n",
  "Subject: s\r\n",
  "X\r\n",
  "X : y\r\n",
];

/**
 * Changes mails and reads each with the product, with mailauth and with Python's package `email`. Where a sender can vouch for
 * a part, all three must find it.
 */
export async function fuzzMail({ seed, mails, defectsMax, onProgress, ...run }: MailFuzzRun): Promise<MailFuzzSummary> {
  const readMail = run.readMail ?? readMailParts;
  const random = new Random(seed);
  const seeds = buildHostileSeeds("mail", INPUT_BYTES_MAX);
  const python = startPythonReader();
  const summary = { mails: 0, vouched: 0, defects: [] as { bytes: Buffer; what: string }[] };
  try {
    while (summary.mails < mails && summary.defects.length < defectsMax) {
      const bytes = changeMail(random, seeds);
      summary.mails += 1;
      if (summary.mails % PROGRESS_MAILS === 0) onProgress?.(summary);
      const ours = await readMail(bytes);
      if (ours === null || !ours.header.isPlain || isMisspelt(bytes)) continue;
      if (ours.vouched.length > 0) summary.vouched += 1;
      const what = compareMail(bytes, {
        ours,
        mailauth: await readWithMailauth(bytes),
        python: await python.read(bytes),
      });
      if (what !== null) summary.defects.push({ bytes, what });
    }
  } finally {
    python.stop();
  }
  return summary;
}

function changeMail(random: Random, seeds: readonly Uint8Array[]): Buffer {
  const made = random.chance(0.7) ? makeMail(random, XML) : (random.pickFrom(seeds) ?? XML);
  return mutate(made, random, { words: WORDS, donor: random.pickFrom(seeds) ?? XML });
}

/** `ContentType:` is read by us alone; a second field beside it is found by us, too, and proves nothing. */
function isMisspelt(bytes: Buffer): boolean {
  return /^content(?:type|transfer-encoding|disposition)[ \t]*:/im.test(bytes.toString("latin1"));
}
