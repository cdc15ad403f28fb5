/**
 * Returns the id of an MTA-STS record (RFC 8461, section 3.1), which changes with the policy; `null` for text that is not a
 * valid record.
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

/** True for a TXT record at `_mta-sts` that senders treat as MTA-STS; they ignore all others (RFC 8461, section 3.1). */
export function isMtaStsRecord(text: string): boolean {
  return /^\s*v\s*=\s*STSv1\s*(;|$)/.test(text);
}
