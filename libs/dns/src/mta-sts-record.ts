/**
 * The id of an MTA-STS record (RFC 8461, section 3.1), which tells that the policy has changed; `null` for a text that is
 * no such record.
 */
export function parseMtaStsRecord(text: string): string | null {
  const [version = "", ...fields] = text.split(";").map((part) => part.trim());
  if (!/^v\s*=\s*STSv1$/.test(version)) return null;
  for (const field of fields) {
    const [, id] = field.match(/^id\s*=\s*([A-Za-z0-9]{1,32})$/) ?? [];
    if (id !== undefined) return id;
  }
  return null;
}
