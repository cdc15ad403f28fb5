import { hash } from "node:crypto";

/** A number in [0, 1) that depends only on the text. */
export function toFraction(text: string): number {
  return Number.parseInt(hash("sha256", text).slice(0, 8), 16) / 2 ** 32;
}

/** One of the items; which depends only on the text. */
export function choose<const Items extends readonly [unknown, ...unknown[]]>(
  items: Items,
  text: string,
): Items[number] {
  return items[Math.floor(toFraction(text) * items.length)] ?? items[0];
}
