import { domainToASCII } from "node:url";

const NAME_LENGTH_MAX = 253;
const PARENTS_MAX = 10;
const plainName = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;
/** A last label of this form makes the name an IPv4 address for most software (WHATWG URL, "ends in a number"). */
const endsInNumber = /(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)$/;

/**
 * The name in the one form in which names are compared: lower-case A-labels (RFC 5890) without trailing dot, at most 253
 * characters. `null` when the text is not a domain name.
 */
export function toDomainName(text: string): string | null {
  if (text.length > NAME_LENGTH_MAX * 2) return null;
  const lower = text.trim().toLowerCase();
  const name = lower.endsWith(".") ? lower.slice(0, -1) : lower;
  const ascii = isAsciiText(name) ? name : toAscii(name);
  const isUsable = ascii.length <= NAME_LENGTH_MAX && plainName.test(ascii) && !endsInNumber.test(ascii);
  return isUsable ? ascii : null;
}

/**
 * The name and its parent domains, longest first, at most 10: of a longer name the middle ones are left out, as the tree
 * walk of RFC 9989 section 4.10 does. Expects a name from `toDomainName`.
 */
export function parentDomains(name: string): string[] {
  const labels = name.split(".");
  const names = labels.map((_, index) => labels.slice(index).join("."));
  return names.length <= PARENTS_MAX ? names : [name, ...names.slice(1 - PARENTS_MAX)];
}

function isAsciiText(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

/** `""` when the labels cannot be converted; IDNA maps some characters to ASCII ones that mean something in a URL. */
function toAscii(name: string): string {
  const ascii = name.replace(/[^\0-\x7f]/g, "");
  return /^[a-z0-9._-]*$/.test(ascii) ? domainToASCII(name) : "";
}
