/** Of an address that is saved or shared. */
const ADDRESS_CHARS_MAX = 2000;

/** A path of the page itself with its query: no other origin, no scheme, no control characters. */
const OWN = /^\/(?![/\\])[^\\\p{Cc}#]*$/u;

/** Whether a text is an address within the page, so that it can be opened without leaving it. */
export function isOwnAddress(text: string): boolean {
  return text.length <= ADDRESS_CHARS_MAX && OWN.test(text) && !/^\/(api|v1|docs)(\/|$)/.test(text);
}
