import { domainToUnicode } from "node:url";
import { toDomainName } from "@ruaflow/dmarc";
import { toOrganizationalDomain } from "@ruaflow/dmarc/organizational-domain";
import { isGeneric } from "./generic-words.ts";
import type { KnownReporter } from "./read-table.ts";
import { toJoinedShape, toReadings, toShape } from "./tokens.ts";

/**
 * The known reporters that a name means when mail from this organizational domain uses it; `null`: whichever sender uses it. A domain of the
 * sender's own may contain what others have as a part of their names: `my-web.de` is not `web.de`, `apple.example` not Apple.
 */
export type FindReporters = (name: string, from: string | null) => KnownReporter[];

type Index = ReadonlyMap<string, readonly KnownReporter[]>;

/** Makes {@link FindReporters}. */
export function createNameIndex(reporters: readonly KnownReporter[]): FindReporters {
  const isDomain = (text: string) => text.includes(".");
  const words = indexBy(reporters, (reporter) => reporter.words.filter((text) => !isDomain(text)));
  const domains = indexBy(reporters, (reporter) => [...reporter.words.filter(isDomain), ...reporter.domains]);
  const names = indexBy(reporters, (reporter) => reporter.names);

  return (name, from) => {
    const readings = toReadings(name);
    const found = readings.flatMap((tokens) => [...findJoined(tokens, words), ...findWritten(tokens, words)]);
    const domain = toDomainName(name.trim());
    const labels = domain === null ? [] : domainToUnicode(domain).split(".").map(toJoinedShape);
    const isOwn = from !== null && domain !== null && toOrganizationalDomain(domain) === from;
    if (isOwn) return [...new Set([...found, ...findJoined(labels, domains)])];
    const whole = [...readings.map(withoutGeneric), ...labels].flatMap((text) => names.get(text) ?? []);
    return [...new Set([...found, ...readings.flatMap((tokens) => findJoined(tokens, domains)), ...whole])];
  };
}

function indexBy(reporters: readonly KnownReporter[], toTexts: (reporter: KnownReporter) => readonly string[]): Index {
  const pairs = reporters.flatMap((reporter) =>
    toTexts(reporter).map((text) => ({ shape: toJoinedShape(text), reporter })),
  );
  const groups = Map.groupBy(pairs, ({ shape }) => shape);
  return new Map([...groups].map(([shape, group]) => [shape, group.map(({ reporter }) => reporter)]));
}

/** Longer than any name in a table, also before its letters are joined to shapes. */
const JOINED_LENGTH_MAX = 80;

/** Looks up words and words that follow one another, joined: a forger can put a separator anywhere. */
function findJoined(tokens: readonly string[], index: Index): KnownReporter[] {
  const found: KnownReporter[] = [];
  for (let start = 0; start < tokens.length; start += 1) {
    let joined = "";
    for (let end = start; end < tokens.length && joined.length < JOINED_LENGTH_MAX; end += 1) {
      joined += tokens[end];
      found.push(...(index.get(toShape(joined)) ?? []));
    }
  }
  return found;
}

/** Shorter parts are in words of all kinds. */
const PART_LENGTH_MIN = 3;

/** Looks up words that have a generic one written onto them, as `googlereports` and `dmarcgoogle`. */
function findWritten(tokens: readonly string[], index: Index): KnownReporter[] {
  return tokens.flatMap((token) => {
    const found: KnownReporter[] = [];
    for (let at = PART_LENGTH_MIN; at <= Math.min(token.length, JOINED_LENGTH_MAX) - PART_LENGTH_MIN; at += 1) {
      const [first, last] = [toShape(token.slice(0, at)), toShape(token.slice(at))];
      if (isGeneric(last)) found.push(...(index.get(first) ?? []));
      if (isGeneric(first)) found.push(...(index.get(last) ?? []));
    }
    return found;
  });
}

function withoutGeneric(tokens: readonly string[]): string {
  return toShape(tokens.filter((token) => !isGeneric(toShape(token))).join(""));
}
