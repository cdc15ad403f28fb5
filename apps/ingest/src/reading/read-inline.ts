import type { InlineLimits } from "../limits.ts";
import type { Spool } from "../spool.ts";
import { removeChunks } from "./chunks.ts";
import { type MailCounter, type ReadEntry, type ReadOptions, readEntries } from "./read-entries.ts";

/** Refusals that may come from the limits for small submissions instead of the actual ones. */
const OVER_LIMITS = new Set<string>(["output-too-large", "too-large"]);

/** The entries of a submission that is small even unpacked; `null` for one that a worker must read. */
export async function readInline(
  spool: Spool,
  options: ReadOptions & MailCounter,
  { bodyBytesMax, unpackedBytesMax }: InlineLimits,
): Promise<readonly ReadEntry[] | null> {
  if (!spool.bytes || spool.bytes.length > bodyBytesMax) return null;
  const limits = toSmall(options.limits, unpackedBytesMax);
  const entries: ReadEntry[] = [];
  for await (const entry of readEntries(spool.read(), { ...options, limits })) {
    entries.push(entry);
    if (entry.found.kind !== "refused" || !OVER_LIMITS.has(entry.found.reason)) continue;
    await Promise.all(entries.map(({ found }) => (found.kind === "report" ? removeChunks(found.chunks) : undefined)));
    return null;
  }
  return entries;
}

function toSmall({ envelope, xml }: ReadOptions["limits"], bytesMax: number): ReadOptions["limits"] {
  return {
    envelope: { ...envelope, outputBytesMax: Math.min(bytesMax, envelope.outputBytesMax ?? bytesMax) },
    xml: { ...xml, bytesMax: Math.min(bytesMax, xml.bytesMax ?? bytesMax) },
  };
}
