import { gzipSync } from "node:zlib";
import { defaultEnvelopeLimits } from "../limits.ts";

/** XML that is larger than all that a submission may unpack to. It deflates 1,029 to 1. */
export function buildLargeXml(): Buffer {
  return Buffer.alloc(defaultEnvelopeLimits.outputBytesMax + 1, "<feedback>");
}

/** A gzip of 200 KB that unpacks to more than a submission may. */
export function buildBomb(): Buffer {
  return gzipSync(buildLargeXml());
}
