import PostalMime from "postal-mime";

interface MailHeader {
  readonly mediaType: string;
  readonly transferEncoding: string;
  readonly fileName: string | undefined;
  /** Set for multipart bodies that can be split. */
  readonly boundary: string | undefined;
}

/** `ContentType:` is how Trustwave's mail gateway spells it. Continuation lines belong to the field. */
const contentField = /^content-?(type|transfer-encoding|disposition)[ \t]*:(.*(?:\r*\n[ \t].*)*)/gim;
const dispositionKind = /^(content-disposition:)\s*[^\s;]*/i;
const boundaryParameter = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i;

/** Reads the few fields of a header that say how to read the body (RFC 2045, RFC 2183). */
export async function parseMailHeader(header: Buffer): Promise<MailHeader> {
  const fields = listContentFields(header.toString("latin1"));
  // With this disposition postal-mime treats text, too, as an attachment, whose file name it decodes.
  const disposition = (fields.find(isDisposition) ?? "Content-Disposition:").replace(dispositionKind, "$1 attachment");
  const text = [...fields.filter((field) => !isDisposition(field)), disposition].join("\r\n");
  const { headers, attachments } = await PostalMime.parse(Buffer.from(`${text}\r\n\r\n`, "latin1"), {
    forceRfc822Attachments: true,
  });
  const contentType = headers.find(({ key }) => key === "content-type")?.value ?? "text/plain";
  const transferEncoding = headers.find(({ key }) => key === "content-transfer-encoding")?.value ?? "";
  return {
    mediaType: /^[^\s;]*/.exec(contentType)?.[0].toLowerCase() ?? "",
    transferEncoding: /base64|quoted-printable/.exec(transferEncoding.toLowerCase())?.[0] ?? "",
    fileName: attachments[0]?.filename ?? undefined,
    boundary: findBoundary(contentType),
  };
}

function listContentFields(header: string): string[] {
  return [...header.matchAll(contentField)].map(
    ([, name, value]) => `Content-${name}:${value?.replace(/\r+\n/g, "\r\n")}`,
  );
}

function isDisposition(field: string): boolean {
  return dispositionKind.test(field);
}

function findBoundary(contentType: string): string | undefined {
  if (!/^multipart\//i.test(contentType)) return undefined;
  const found = boundaryParameter.exec(contentType);
  return found?.[1] ?? found?.[2];
}
