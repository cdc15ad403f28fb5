import { deflateSync } from "node:zlib";
import { buildBomb, buildLargeXml } from "./bomb.ts";
import { listHostile } from "./hostile-submission.ts";
import { buildMail, toBase64Lines } from "./mail-builder.ts";
import { berElement, buildCompressed, buildCompressedData, buildSignedData } from "./signed-data-builder.ts";

const MIB = 1024 * 1024;
const xml = "<feedback/>";
const content = Buffer.from(xml);
const signed = (): Buffer => buildSignedData(content);
/** Signed-data up to the content, which `element` is. */
const withContent = (element: Buffer): Buffer => Buffer.concat([streamedStart(), element]);
/** Of streamed signed-data: what follows the content may be missing. */
const streamedStart = (): Buffer => {
  const whole = buildSignedData(content, content.length);
  return whole.subarray(0, whole.indexOf(Buffer.of(0x24, 0x80)));
};
const asMail = (data: Buffer): Buffer => buildMail("Content-Transfer-Encoding: base64", toBase64Lines(data));

const elements = listHostile({
  "signed-data whose content ends the file": [xml, () => withContent(berElement(0x04, content))],
  "signed-data without content": ["no-report", () => buildSignedData(null)],
  "signed-data cut in its content": ["truncated", () => withContent(berElement(0x04, content)).subarray(0, -1)],
  "signed-data cut in a piece": ["truncated", () => withContent(Buffer.from("2480040961", "hex"))],
  "signed-data cut in a length": ["truncated", () => withContent(Buffer.from("0484ffff", "hex"))],
  "signed-data of its type alone": ["truncated", () => signed().subarray(0, 17)],
  "signed-data whose content has 4 GiB": ["truncated", () => withContent(Buffer.from("0484ffffffff61", "hex"))],
  "signed-data with a length of 127 octets": ["corrupt", () => withContent(Buffer.from("04ff61", "hex"))],
  "signed-data with a long tag": ["corrupt", () => withContent(Buffer.from("1f0461", "hex"))],
  "signed-data whose content is a number": ["corrupt", () => withContent(Buffer.from("020101", "hex"))],
  "signed-data with a streamed string of bytes": ["corrupt", () => withContent(Buffer.from("0480610000", "hex"))],
  "signed-data with a number among its pieces": ["corrupt", () => withContent(Buffer.from("24800201010000", "hex"))],
});

const costs = listHostile({
  "signed-data of a million pieces": [xml, () => withPieces(999_999)],
  "signed-data of more than a million pieces": ["mail-too-complex", () => withPieces(1_000_001)],
  "signed-data of nine million empty pieces": [
    "mail-too-complex",
    () => withContent(Buffer.concat([Buffer.of(0x24, 0x80), Buffer.alloc(18 * MIB, "0400", "hex")])),
  ],
  "pieces of pieces 100,000 deep": ["corrupt", () => withContent(Buffer.alloc(200_000, "2480", "hex"))],
  "a version of sequences 5 million deep": [
    "corrupt",
    () =>
      Buffer.concat([signed().subarray(0, 17), Buffer.from("a0803080", "hex"), Buffer.alloc(10 * MIB, "3080", "hex")]),
  ],
  "a version of many empty sequences": [
    "truncated",
    () =>
      Buffer.concat([
        signed().subarray(0, 17),
        Buffer.from("a08030803080", "hex"),
        Buffer.alloc(10 * MIB, "3000", "hex"),
      ]),
  ],
  "signed-data with a gzip bomb": ["output-too-large", () => buildSignedData(buildBomb())],
  "signed-data 8 deep, as deep as allowed": [xml, () => nest(8)],
  "signed-data 9 deep": ["too-deep", () => nest(9)],
  "a mail of signed-data of a mail, 4 times": [xml, () => nestMails(4)],
  "a mail of signed-data of a mail, 20 times": ["too-deep", () => nestMails(20)],
});

const compressed = listHostile({
  "compressed-data that is a bomb": ["output-too-large", () => buildCompressedData(buildLargeXml())],
  "compressed-data of a gzip bomb": ["output-too-large", () => buildCompressedData(buildBomb())],
  "compressed-data that is not compressed": ["corrupt", () => buildCompressed(content)],
  "compressed-data whose content is cut": ["truncated", () => buildCompressed(deflateSync(content).subarray(0, -5))],
  "compressed-data that is cut": ["truncated", () => buildCompressedData(content).subarray(0, -1)],
  "compressed-data without content": ["truncated", () => buildCompressed(Buffer.alloc(0))],
  "compressed-data of signed-data, 4 times": [xml, () => nestBoth(4)],
  "compressed-data of signed-data, 5 times": ["too-deep", () => nestBoth(5)],
});

function nestBoth(times: number): Buffer {
  return Array.from({ length: times }).reduce<Buffer>((inner) => buildCompressedData(buildSignedData(inner)), content);
}

function withPieces(count: number): Buffer {
  return withContent(
    Buffer.concat([
      Buffer.of(0x24, 0x80),
      Buffer.alloc(2 * (count - 1), "0400", "hex"),
      berElement(0x04, content),
      Buffer.alloc(2),
    ]),
  );
}

function nest(levels: number): Buffer {
  return Array.from({ length: levels }).reduce<Buffer>((inner) => buildSignedData(inner), content);
}

function nestMails(levels: number): Buffer {
  return Array.from({ length: levels }).reduce<Buffer>(
    (inner) => asMail(buildSignedData(inner)),
    buildMail("X-Any: 1", content),
  );
}

export const hostileSignedData = [...elements, ...costs, ...compressed];
