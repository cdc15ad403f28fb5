import type { Service } from "./service.ts";

/** Suffixes of more labels are never looked up. */
export const LABELS_MAX = 10;

/** RFC 1035 section 2.3.4, and a trailing dot. */
const NAME_LENGTH_MAX = 254;

export type SuffixIndex = ReadonlyMap<string, Service>;

/** Indexes one kind of names; of two services with the same suffix, the later one stays. */
export function createSuffixIndex(
  services: readonly Service[],
  toSuffixes: (service: Service) => readonly string[],
): SuffixIndex {
  return new Map(services.flatMap((service) => toSuffixes(service).map((suffix) => [suffix, service] as const)));
}

/**
 * The service that has the longest suffix of a name, at label boundaries: one look-up per label, at most 9 in each index. What the
 * first index has comes before what the second one has.
 */
export function findBySuffix(indexes: readonly SuffixIndex[], name: string): Service | null {
  const suffixes = listSuffixes(toComparable(name));
  for (const index of indexes) {
    for (let at = suffixes.length - 1; at >= 0; at -= 1) {
      const service = index.get(suffixes[at] ?? "");
      if (service !== undefined) return service;
    }
  }
  return null;
}

/** The name's suffixes of at least two and at most 10 labels, shortest first; none of `""`. */
export function listSuffixes(name: string): string[] {
  const suffixes: string[] = [];
  let dot = name.lastIndexOf(".");
  while (dot > 0 && suffixes.length < LABELS_MAX - 1) {
    dot = name.lastIndexOf(".", dot - 1);
    suffixes.push(name.slice(dot + 1));
  }
  return suffixes;
}

/**
 * The form in which names are compared. Names of services are ASCII; a name that is not, or that is no name of DNS, is `""`, which
 * nothing matches: to lower-case some other letters makes them ASCII ones, as the Kelvin sign a `k`.
 */
function toComparable(name: string): string {
  if (name.length > NAME_LENGTH_MAX || !isAscii(name)) return "";
  return (name.endsWith(".") ? name.slice(0, -1) : name).toLowerCase();
}

const ASCII_MAX = 0x7f;

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > ASCII_MAX) return false;
  return true;
}
