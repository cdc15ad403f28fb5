import type { Budget } from "../submission/budget.ts";
import { ByteReader } from "../submission/byte-reader.ts";
import { holdAll } from "../submission/hold.ts";
import { type Part, unvouched } from "../submission/part.ts";
import { EnvelopeError } from "../submission/refusal.ts";
import { type CompoundFile, CutFileError, openCompoundFile } from "./compound-file.ts";
import { decompressRtf } from "./compressed-rtf.ts";
import { htmlToText, rtfToText } from "./formatted-text.ts";

/** PidTagAttachDataBinary (MS-OXMSG 2.2.2): the bytes of an attachment, also of those of mails inside the mail. */
const attachmentData = "__substg1.0_37010102";
/** Longer HTML and RTF, which is held several times, is not searched: people paste no such reports. */
const FORMATTED_BYTES_MAX = 8 * 1024 * 1024;

const fromUtf16 = (bytes: Buffer): Buffer => Buffer.from(bytes.toString("utf16le"));
const fromHtml = (bytes: Buffer): Buffer => (bytes.length > FORMATTED_BYTES_MAX ? bytes : htmlToText(bytes));

function fromRtf(bytes: Buffer, budget: Budget): Buffer {
  const rtf = decompressRtf(bytes, FORMATTED_BYTES_MAX);
  budget.countOutput(rtf.length);
  return rtfToText(rtf);
}

/**
 * The properties that hold the text of a mail, each the same one: PidTagBody, PidTagHtml, PidTagRtfCompressed (MS-OXPROPS).
 * Strings are in UTF-16 or in an encoding of one byte for each letter of ASCII. Only those of the first kind that is there are read.
 */
const texts: readonly Readonly<Record<string, (bytes: Buffer, budget: Budget) => Buffer>>[] = [
  { "__substg1.0_1000001F": fromUtf16, "__substg1.0_1000001E": (bytes) => bytes },
  {
    "__substg1.0_10130102": fromHtml,
    "__substg1.0_1013001F": (bytes) => fromHtml(fromUtf16(bytes)),
    "__substg1.0_1013001E": fromHtml,
  },
  { "__substg1.0_10090102": fromRtf },
];

/** The attachments and texts of a mail that Outlook saved as .msg (MS-OXMSG). */
export async function* readOutlookMessage(content: ByteReader, budget: Budget): AsyncGenerator<Part> {
  const held = await holdAll(content, budget);
  try {
    yield* toParts(open(held.bytes), budget);
  } finally {
    held.release();
  }
}

function* toParts(file: CompoundFile, budget: Budget): Generator<Part> {
  const attachments = file.streams.filter(({ name }) => name === attachmentData);
  const named = [
    ...attachments.map((stream, index) => ({
      stream,
      name: `attachment ${index + 1}`,
      toText: (bytes: Buffer) => bytes,
    })),
    ...listTexts(file),
  ];
  for (const { stream, name, toText } of named) {
    budget.countOutput(stream.sizeBytes);
    const content = openStream(file, stream, (bytes) => toText(bytes, budget));
    if (content) yield { name, content, mail: unvouched };
  }
  if (file.isCut()) throw new EnvelopeError("truncated");
}

type Stream = CompoundFile["streams"][number];

function listTexts({ streams }: CompoundFile) {
  const found = texts.map((forms) =>
    streams.flatMap((stream) => {
      const toText = Object.hasOwn(forms, stream.name) ? forms[stream.name] : undefined;
      return toText === undefined ? [] : [{ stream, name: "text", toText }];
    }),
  );
  return found.find((forms) => forms.length > 0) ?? [];
}

function openStream(file: CompoundFile, stream: Stream, toText: (bytes: Buffer) => Buffer): ByteReader | null {
  try {
    const bytes = file.read(stream);
    return bytes && ByteReader.of(toText(bytes));
  } catch (error) {
    return ByteReader.failing(toRefusal(error));
  }
}

function open(bytes: Buffer): CompoundFile {
  try {
    return openCompoundFile(bytes);
  } catch (error) {
    throw toRefusal(error);
  }
}

/** What a damaged file is refused with; anything else is not the file's fault. */
function toRefusal(error: unknown): EnvelopeError {
  if (error instanceof EnvelopeError) return error;
  if (error instanceof CutFileError) return new EnvelopeError("truncated", { cause: error });
  if (error instanceof RangeError) return new EnvelopeError("outlook-msg", { cause: error });
  throw error;
}
