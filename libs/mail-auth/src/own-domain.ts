import { toOwnDomain } from "./names/customer-zones.ts";
import { isAbsence, LookupError, type Resolve } from "./resolver.ts";

/** A walk from a name of more labels goes on with this many (RFC 9989, section 4.10, step 4), so it is at most eight queries. */
const WALK_LABELS_MAX = 7;

/** Names longer than DNS can have: the record cannot exist. */
const BAD_NAME = "EBADNAME";

const dmarcRecord = /^v[ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/i;
const psdTag = /;[ \t]*psd[ \t]*=[ \t]*([yn])[ \t]*(?:;|$)/i;

/**
 * The domain that a name belongs to, for trust: `toOwnDomain`, unless DNS separates a name from it, by `psd=n` at the name or `psd=y`
 * above it (RFC 9989, section 4.10.2). Without these tags the walk changes nothing: a parent that has no DMARC record still owns its
 * hosts. A name without such a parent needs no query.
 *
 * @throws {LookupError} if a record may exist, and DNS does not answer
 */
export async function findOwnDomain(name: string, resolve: Resolve): Promise<string> {
  const own = toOwnDomain(name) ?? name;
  for (const at of listWalk(name, own)) {
    const psd = await readPsd(at, resolve);
    if (psd === "n") return at;
    if (psd === "y" && at !== name) return takeLabels(name, countLabels(at) + 1);
  }
  return own;
}

/** The names from this one up to the domain that it belongs to by other rules; none if it is that domain. */
function listWalk(name: string, own: string): string[] {
  if (name === own) return [];
  const shorter = Math.min(countLabels(name) - 1, WALK_LABELS_MAX);
  const counts = Array.from({ length: Math.max(0, shorter - countLabels(own) + 1) }, (_, index) => shorter - index);
  return [name, ...counts.map((count) => takeLabels(name, count))];
}

async function readPsd(name: string, resolve: Resolve): Promise<string | null> {
  try {
    const found = await resolve(`_dmarc.${name}`, "TXT");
    const texts = found.map((record) => (typeof record === "string" ? record : record.join("")).trim());
    const [record, ...others] = texts.filter((text) => dmarcRecord.test(text));
    if (record === undefined || others.length > 0) return null;
    return psdTag.exec(record)?.[1]?.toLowerCase() ?? null;
  } catch (error) {
    if (error instanceof LookupError && (isAbsence(error.code) || error.code === BAD_NAME)) return null;
    throw error;
  }
}

function countLabels(name: string): number {
  return name.split(".").length;
}

function takeLabels(name: string, count: number): string {
  return name.split(".").slice(-count).join(".");
}
