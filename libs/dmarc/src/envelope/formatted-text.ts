const htmlToken = /<(br|\/p|\/div|\/tr|\/li)\b[^<>]*>|<[^<>]*>|&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,5}));/gi;
const htmlNames = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
]);
/** XML that a program put into HTML as it is. */
const bareXml = /<(?:\?xml|feedback)[\s>]/i;

/** The text that HTML shows, its bytes as they are encoded. XML that stands in it unescaped is left as it is. */
export function htmlToText(html: Buffer): Buffer {
  const source = html.toString("latin1");
  const xml = source.search(bareXml);
  if (xml >= 0) return html.subarray(xml);
  const text = source.replace(htmlToken, (token: string, ...parts: (string | undefined)[]) => {
    const [breaks, decimal, hex, name] = parts;
    if (breaks !== undefined) return "\n";
    if (decimal !== undefined) return toBytes(Number.parseInt(decimal, 10));
    if (hex !== undefined) return toBytes(Number.parseInt(hex, 16));
    return name === undefined ? "" : (htmlNames.get(name.toLowerCase()) ?? token);
  });
  return Buffer.from(text, "latin1");
}

/** A character in UTF-8, as its bytes in Latin-1. */
function toBytes(code: number): string {
  return code > 0x10ffff ? "" : Buffer.from(String.fromCodePoint(code)).toString("latin1");
}
