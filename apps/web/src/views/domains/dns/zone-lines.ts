interface ZoneRecord {
  /** Relative to the domain. */
  readonly host: string;
  readonly type: string;
  readonly value: string;
}

/** A string of a TXT record has at most 255 bytes (RFC 1035, section 3.3.14). */
const STRING_MAX = 255;
const TTL_S = 3600;

/** What a domain's records are, and the operator's beside them. */
interface Zone {
  /** Without which no reports come. */
  readonly required: readonly ZoneRecord[];
  readonly optional: readonly ZoneRecord[];
  /** In the zone of the service, whose operator publishes it; null: receivers need none. */
  readonly authorization: { readonly name: string; readonly expected: string } | null;
}

/** Records as lines of a zone file (RFC 1035, section 5.1); a comment says which are optional, and which are not the domain's own. */
export function toZoneLines(domain: string, { required, optional, authorization }: Zone): string {
  const toLine = ({ host, type, value }: ZoneRecord) => `${host}.${domain}. ${TTL_S} IN ${type} ${quote(value)}`;
  const lines = required.map(toLine);
  if (optional.length > 0) lines.push("; optional", ...optional.map(toLine));
  if (authorization !== null) {
    const { name, expected } = authorization;
    lines.push("; in the zone of this service, by its operator", `${name}. ${TTL_S} IN TXT ${quote(expected)}`);
  }
  return lines.join("\n");
}

function quote(value: string): string {
  const strings = value.match(new RegExp(`.{1,${STRING_MAX}}`, "gs")) ?? [""];
  return strings.map((text) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`).join(" ");
}
