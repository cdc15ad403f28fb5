import { decodeBase64, isInPieces } from "../encoding/base64.ts";
import { decodeQuotedPrintable } from "../encoding/quoted-printable.ts";
import { HEAD_BYTES, identify } from "../format/identify.ts";
import { readEncapsulated } from "../smime/signed-data.ts";
import type { Budget } from "../submission/budget.ts";
import { ByteReader } from "../submission/byte-reader.ts";
import { holdAll } from "../submission/hold.ts";
import { type Part, unvouched } from "../submission/part.ts";
import { listMailParts, type MailPart } from "./mail-parts.ts";
import { readMailHeader } from "./signed-structure.ts";

const originals = ["message/rfc822", "message/rfc822-headers", "text/rfc822-headers", "message/global"];
/** A mail, a part of one, or a report of a mail server on one. */
const enclosed = /^message\/|^text\/rfc822/;

/** The attachments and text parts of a mail (RFC 5322, RFC 2045), mails in it as parts of their own. */
export async function* readMail(content: ByteReader, budget: Budget): AsyncGenerator<Part> {
  const held = await holdAll(content, budget);
  try {
    const parts = await listMailParts(held.bytes, budget);
    const [part] = parts;
    if (part?.isBody && (await isSignedData(decode(part)))) yield* readSignedBody(part, held.bytes, budget);
    else yield* toParts(parts, held.bytes);
  } finally {
    held.release();
  }
}

async function isSignedData(body: ByteReader): Promise<boolean> {
  return identify((await body.peek(HEAD_BYTES)).subarray(0, HEAD_BYTES)).format === "signed-data";
}

/**
 * What a mail of S/MIME signs as a whole is its body (RFC 8551, section 3.5.2): its sender vouches for the parts in it as for those
 * of any other mail, except that a signer may have signed an answer or a mail of a list on its way.
 */
async function* readSignedBody(body: MailPart, mail: Buffer, budget: Budget): AsyncGenerator<Part> {
  const held = await holdAll(decode(body), budget);
  try {
    const signed = readEncapsulated(held.bytes);
    if (!signed) return;
    if (identify(signed.subarray(0, HEAD_BYTES)).format !== "mail") {
      yield { name: "signed content", content: ByteReader.of(signed), mail: unvouched };
      return;
    }
    const { isPlain, isAnswer, listFields } = readMailHeader(signed, budget.limits.mailHeaderBytesMax);
    const isOwn = body.isPlain && isPlain && !isAnswer && listFields.length === 0;
    const parts = await listMailParts(signed, budget);
    yield* toParts(
      parts.map((part) => ({ ...part, isPlain: isOwn && part.isPlain })),
      mail,
    );
  } finally {
    held.release();
  }
}

function* toParts(parts: readonly MailPart[], mail: Buffer): Generator<Part> {
  const isFailureReport = parts.some(({ mediaType }) => mediaType === "message/feedback-report");
  for (const [index, part] of parts.entries()) {
    // The mail that a failure report is about is evidence: reports attached to it are not meant for us.
    if (isFailureReport && originals.includes(part.mediaType)) continue;
    yield {
      name: part.fileName ?? `part ${index + 1}`,
      content: decode(part),
      mail: part.isPlain && !isEnclosed(part) && isOneText(part) ? mail : unvouched,
      // The header of the mail itself need not be signed: who changes it could give the reporter another name.
      mediaType: part.mediaType,
      charset: part.isBody ? undefined : part.charset,
      standsAs: part.isFile ? "file" : "text",
    };
  }
}

/** Whether the part is a mail or a piece of one, that speaks for itself. */
export function isEnclosed({ mediaType }: MailPart): boolean {
  return enclosed.test(mediaType);
}

/** Other readers end base64 at its first padding. */
function isOneText({ transferEncoding, body }: MailPart): boolean {
  return transferEncoding !== "base64" || !isInPieces(body);
}

function decode({ body, transferEncoding }: MailPart): ByteReader {
  if (transferEncoding === "base64" && !isPlain(body)) return new ByteReader(decodeBase64(ByteReader.of(body)));
  if (transferEncoding === "quoted-printable") return ByteReader.of(decodeQuotedPrintable(body));
  return ByteReader.of(body);
}

/** Gateways rewrite parts and forget the encoding's name: what begins as XML or gzip is not base64. */
function isPlain(body: Buffer): boolean {
  return ["xml", "gzip"].includes(identify(body.subarray(0, HEAD_BYTES)).format);
}
