/** The text of an address in an `IPv6` column, where IPv4 addresses are mapped. */
export function toAddressText(stored: string): string {
  return stored.startsWith("::ffff:") && stored.includes(".") ? stored.slice("::ffff:".length) : stored;
}
