/** In hex: ContentInfo (RFC 5652, section 3) is a sequence of any length that begins with an object identifier. */
const cms = /^30(?:[0-7].|80|81..|82.{4}|83.{6}|84.{8})06(?:092a864886f70d0107(0[2-6])|0b2a864886f70d01091001(09|17))/;
const SIGNED_DATA = "02";
/** RFC 3274, section 1.1. */
const COMPRESSED_DATA = "09";
/** In hex: a session key for a public key, or for a password (RFC 9580, sections 5.1 and 5.3). */
const pgp = [
  /^(?:84..|85.{4}|c1(?:[0-9ab].|[cd].{3}))03.{16}(?:0[1-3]|1[0-9ab])/,
  /^(?:8c..|c3[0-9ab].)(?:040[1-9a-d]0[0-4]|0[56])/,
];
const HEAD_BYTES = 32;
/** RFC 9580, section 6.2; also behind words, as programs write it into the text of a mail. */
const armour = /^-----BEGIN PGP MESSAGE/m;

/** The formats of S/MIME and PGP: what everyone can read, and what needs its addressee's key. */
export type MessageSyntax = "signed-data" | "compressed-data" | "encrypted-message";

/** Recognizes binary S/MIME (RFC 8551) and PGP (RFC 9580) by its first bytes, whatever it is called. */
export function identifyMessageSyntax(head: Buffer): MessageSyntax | undefined {
  const hex = head.toString("hex", 0, HEAD_BYTES);
  const found = cms.exec(hex);
  if (found?.[1] === SIGNED_DATA) return "signed-data";
  if (found?.[2] === COMPRESSED_DATA) return "compressed-data";
  return found || pgp.some((start) => start.test(hex)) ? "encrypted-message" : undefined;
}

/** Whether text is, or has in it, a message of PGP. */
export function hasPgpArmour(text: string): boolean {
  return armour.test(text);
}
