/** When a new key stops working. `same`: with the key that creates it; `day`: at the end of a UTC day. */
export type Expiry =
  | { readonly kind: "same" }
  | { readonly kind: "never" }
  | { readonly kind: "days"; readonly days: number }
  | { readonly kind: "day"; readonly day: string };

const DAY_MS = 86_400_000;

/** The API's `expires_at`; absent for that of the creating key. */
export function toExpiresAt(expiry: Expiry, now: Date): { readonly expires_at?: string | null } {
  if (expiry.kind === "same") return {};
  if (expiry.kind === "never") return { expires_at: null };
  if (expiry.kind === "day") return { expires_at: `${expiry.day}T23:59:59Z` };
  return { expires_at: new Date(now.getTime() + expiry.days * DAY_MS).toISOString() };
}
