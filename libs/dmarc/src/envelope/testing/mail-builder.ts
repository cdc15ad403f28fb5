export interface MailPartText {
  readonly header: string;
  readonly body: string | Buffer;
}

const outerHeader = "From: reports@example.net\r\nTo: dmarc@example.org\r\nSubject: Report Domain: example.org\r\n";

/** A mail with one body. */
export function buildMail(header: string, body: string | Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${outerHeader}${header}\r\n\r\n`), Buffer.from(body)]);
}

export function buildMultipart(parts: readonly MailPartText[], type = "mixed"): Buffer {
  const boundary = "=_b1";
  const pieces = parts.flatMap(({ header, body }) => [
    Buffer.from(`\r\n--${boundary}\r\n${header}\r\n\r\n`),
    Buffer.from(body),
  ]);
  const contentType = `MIME-Version: 1.0\r\nContent-Type: multipart/${type};\r\n\tboundary="${boundary}"`;
  return buildMail(
    contentType,
    Buffer.concat([Buffer.from("A preamble."), ...pieces, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  );
}

export function attachment(fileName: string, data: Buffer, mediaType = "application/octet-stream"): MailPartText {
  return {
    header: `Content-Type: ${mediaType}; name="${fileName}"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="${fileName}"`,
    body: toBase64Lines(data),
  };
}

export function text(body: string): MailPartText {
  return { header: "Content-Type: text/plain; charset=us-ascii", body };
}

export function toBase64Lines(data: Buffer): string {
  return data.toString("base64").replace(/.{76}/g, "$&\r\n");
}
