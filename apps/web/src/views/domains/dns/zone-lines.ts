interface ZoneRecord {
  /** Relative to the domain. */
  readonly host: string;
  readonly type: string;
  readonly value: string;
}

/** A string of a TXT record has at most 255 bytes (RFC 1035, section 3.3.14). */
const STRING_MAX = 255;
const TTL_S = 3600;

/** Records as lines of a zone file (RFC 1035, section 5.1). */
export function toZoneLines(domain: string, records: readonly ZoneRecord[]): string {
  return records.map(({ host, type, value }) => `${host}.${domain}. ${TTL_S} IN ${type} ${quote(value)}`).join("\n");
}

function quote(value: string): string {
  const strings = value.match(new RegExp(`.{1,${STRING_MAX}}`, "gs")) ?? [""];
  return strings.map((text) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`).join(" ");
}
