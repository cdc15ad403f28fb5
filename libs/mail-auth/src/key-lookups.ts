import { LookupError, type Resolve } from "./resolver.ts";
import type { StatedSignature } from "./signed-text.ts";

/** What DNS said about one key. Plain data. */
export interface KeyAnswer {
  readonly records: string[][] | string[];
  /** Code of the error; `null` when there are records. */
  readonly code: string | null;
}

/** Answers by the names of keys. */
export type KeyAnswers = ReadonlyMap<string, KeyAnswer>;

/** The form in which names of keys are compared. */
export function toKeyName(name: string): string {
  return name.toLowerCase();
}

/** The name of the key of a signature (RFC 6376, section 3.6.2.1). */
export function findKeyName({ domain, selector }: Pick<StatedSignature, "domain" | "selector">): string {
  return toKeyName(`${selector}._domainkey.${domain}`);
}

/** Looks up the keys of signatures. Never throws: what DNS does not answer is an answer with a code. */
export async function lookUpKeys(signatures: readonly StatedSignature[], resolve: Resolve): Promise<KeyAnswers> {
  const names = new Set(signatures.map(findKeyName));
  const answers = await Promise.all([...names].map(async (name) => [name, await ask(name, resolve)] as const));
  return new Map(answers);
}

async function ask(name: string, resolve: Resolve): Promise<KeyAnswer> {
  try {
    return { records: await resolve(name, "TXT"), code: null };
  } catch (error) {
    return { records: [], code: error instanceof LookupError ? error.code : "EUNKNOWN" };
  }
}
