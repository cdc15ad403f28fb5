import PostalMime from "postal-mime";
import { type MailField, type MailFields, readMailFields, readValue } from "./mail-fields.ts";
import { readMediaType } from "./media-type.ts";

/** What the header of a mail or a part says about its body. */
export interface PartHeader {
  readonly headerBytes: number;
  readonly mediaType: string;
  readonly charset: string | undefined;
  readonly transferEncoding: string;
  readonly fileName: string | undefined;
  /** Set for multipart bodies that can be split. */
  readonly boundary: string | undefined;
  /** All readers of mail take the header to say this. */
  readonly isPlain: boolean;
}

/** `ContentType:` is how Trustwave's mail gateway spells it. */
const contentField = /^content-?(type|transfer-encoding|disposition)$/;
/** With a file name as nearly all reporters write it, which every reader reads alike. */
const plainDisposition = /^[a-z]+;[ \t]*filename=("?)([\w.!@+-]+)\1$/i;
const encodings = new Set(["", "7bit", "8bit", "binary", "base64", "quoted-printable"]);
/** Of these some readers make an encoding that others do not know. */
const looseEncoding = /base64|quoted|uu/;

/**
 * Reads the header of a mail or a part, and from it the few fields that say how to read the body (RFC 2045, RFC 2183).
 *
 * @param defaultType what a body without `Content-Type` is
 */
export async function readPartHeader(entity: Buffer, defaultType: string): Promise<PartHeader> {
  const header = readMailFields(entity);
  const type = readMediaType(readContent(header, "type") || defaultType);
  const encoding = readContent(header, "transfer-encoding").toLowerCase();
  return {
    headerBytes: header.headerBytes,
    mediaType: type.name,
    charset: type.charset,
    transferEncoding: /base64|quoted-printable/.exec(encoding)?.[0] ?? "",
    fileName: await readFileName(header),
    boundary: type.boundary,
    isPlain: header.isPlain && type.isClear && (encodings.has(encoding) || !looseEncoding.test(encoding)),
  };
}

/** The value of the first field of this kind. */
function readContent({ fields }: MailFields, kind: string): string {
  const field = fields.find(({ name }) => contentField.exec(name)?.[1] === kind);
  return field ? readValue(field) : "";
}

/** Names are written in many ways (RFC 2047, RFC 2231), which postal-mime knows: for a plain one it takes a tenth of a mail's time. */
async function readFileName({ fields }: MailFields): Promise<string | undefined> {
  const named = fields.filter(({ name, text }) => contentField.test(name) && text.toLowerCase().includes("name"));
  if (named.length === 0) return undefined;
  const disposition = named.find(({ name }) => name.endsWith("disposition"));
  const plainName = disposition && plainDisposition.exec(readValue(disposition))?.[2];
  if (plainName !== undefined && !named.some(isMultipart)) return plainName;
  // With this disposition postal-mime treats text, too, as an attachment, whose file name it decodes.
  const parameters = disposition ? readValue(disposition).replace(/^[^\s;]*/, "") : "";
  const lines = [`Content-Disposition: attachment${parameters}`, ...named.filter(isType).map(toTypeLine)];
  const { attachments } = await PostalMime.parse(Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), {
    forceRfc822Attachments: true,
  });
  return attachments[0]?.filename ?? undefined;
}

function isType({ name }: MailField): boolean {
  return name.endsWith("type");
}

/** It may be split, and has no name of its own then. */
function isMultipart({ text }: MailField): boolean {
  return /multipart/i.test(text);
}

function toTypeLine(field: MailField): string {
  return `Content-Type: ${readValue(field)}`;
}
