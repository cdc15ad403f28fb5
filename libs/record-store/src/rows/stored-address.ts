/**
 * The canonical text of an address in an `IPv6` column: IPv4 addresses are mapped there, and ClickHouse also writes
 * addresses such as `::c000:201` with dots, which RFC 5952 does not.
 */
export function toAddressText(stored: string): string {
  if (!stored.includes(".") || !stored.includes(":")) return stored;
  if (stored.startsWith(MAPPED)) return stored.slice(MAPPED.length);
  return new URL(`http://[${stored}]/`).hostname.slice(1, -1);
}

const MAPPED = "::ffff:";
