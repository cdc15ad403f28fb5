/**
 * The id of an MTA-STS record (RFC 8461, section 3.1), which tells that the policy has changed; `null` for a text that is
 * no such record.
 */
export function parseMtaStsRecord(text: string): string | null {
  if (!isMtaStsRecord(text)) return null;
  const [, ...fields] = text.split(";").map((part) => part.trim());
  for (const field of fields) {
    const [, id] = field.match(/^id\s*=\s*([A-Za-z0-9]{1,32})$/) ?? [];
    if (id !== undefined) return id;
  }
  return null;
}

/** Whether senders take a TXT record at `_mta-sts` for one of MTA-STS: all others are ignored (RFC 8461, section 3.1). */
export function isMtaStsRecord(text: string): boolean {
  return /^\s*v\s*=\s*STSv1\s*(;|$)/.test(text);
}
