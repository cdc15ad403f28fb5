/** The text of an address that the `IPv6` column holds: IPv4 is mapped there. */
export function toAddressText(stored: string): string {
  return stored.startsWith("::ffff:") && stored.includes(".") ? stored.slice("::ffff:".length) : stored;
}
