const BYTES = 24;

/** A random secret in the form of Standard Webhooks: whsec_ and base64 of 24 bytes. */
export function createSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
