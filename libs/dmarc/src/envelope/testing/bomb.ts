import { gzipSync } from "node:zlib";
import { defaultEnvelopeLimits } from "../submission/limits.ts";

/** XML that is larger than all that a submission may unpack to. It deflates 1,029 to 1. */
export function buildLargeXml(): Buffer {
  return Buffer.alloc(defaultEnvelopeLimits.outputBytesMax + 1, "<feedback>");
}

let bomb: Buffer | undefined;

/** A gzip of 130 KB that unpacks to more than a submission may. Made once, for it takes long: not to be changed. */
export function buildBomb(): Buffer {
  bomb ??= gzipSync(buildLargeXml());
  return bomb;
}
