import type { Answer } from "@ruaflow/client";
import type { Tone } from "../../parts/arrivals/words.ts";

export type Key = Answer<"listApiKeys">["data"][number];

/** An expiry this near is shown as a warning. */
const SOON_MS = 14 * 86_400_000;

/** Whether a key works. */
export function describeKey(
  { revoked_at: revoked, expires_at: expires }: Key,
  now: Date,
): { text: string; tone: Tone } {
  if (revoked !== null) return { text: "revoked", tone: "plain" };
  if (expires === null) return { text: "valid", tone: "good" };
  const left = Date.parse(expires) - now.getTime();
  if (left <= 0) return { text: "expired", tone: "plain" };
  return left < SOON_MS ? { text: "expires soon", tone: "warn" } : { text: "valid", tone: "good" };
}

/** Whether it can still be revoked with any effect. */
export function isUsable(key: Key, now: Date): boolean {
  return !["revoked", "expired"].includes(describeKey(key, now).text);
}
