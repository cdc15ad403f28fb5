import { domainToUnicode } from "node:url";
import { toDomainName } from "@ruaflow/dmarc";
import { toOrganizationalDomain } from "@ruaflow/dmarc/organizational-domain";
import { createNameLookup, type NameLookup } from "./name-lookup.ts";
import { listParts, listWritten, type NamePart } from "./name-parts.ts";
import type { KnownReporter } from "./read-table.ts";
import { toJoined, toReadings } from "./tokens.ts";

/**
 * The known reporters that a name means or resembles when mail from this domain uses it; `null`: whichever sender uses it. A domain
 * of the sender's own may contain what others have as a part of their names: `my-web.de` is not `web.de`, `apple.example` not Apple.
 */
export type FindReporters = (name: string, from: string | null) => readonly KnownReporter[];

/** Short names that others may have a part of are not recognized with a letter changed: Ample is not Apple. */
const NAME_NEAR_LENGTH_MIN = 6;

/** Creates {@link FindReporters}. */
export function createNameIndex(reporters: readonly KnownReporter[]): FindReporters {
  const isDomain = (text: string) => text.includes(".");
  const toNames = (toTexts: (reporter: KnownReporter) => readonly string[]) =>
    reporters.flatMap((reporter) => toTexts(reporter).map((text) => ({ text, reporter })));
  const words = createNameLookup(toNames((reporter) => reporter.words.filter((text) => !isDomain(text))));
  const domains = createNameLookup(toNames((reporter) => [...reporter.words.filter(isDomain), ...reporter.domains]));
  const names = createNameLookup(
    toNames((reporter) => reporter.names),
    NAME_NEAR_LENGTH_MIN,
  );

  const findAll = (parts: readonly NamePart[], lookup: NameLookup) => parts.flatMap((part) => findPart(part, lookup));

  return (name, from) => {
    const domain = toDomainName(name);
    const chosen = domain === null || from === null ? null : findChosenPart(domain, from);
    const readings = toReadings(chosen ?? name);
    const parts = listParts(readings);
    const found = findAll([...parts, ...readings.flatMap(listWritten)], words);
    const labels =
      domain === null
        ? []
        : domainToUnicode(chosen ?? domain)
            .split(".")
            .map(toJoined);
    if (chosen !== null)
      return distinct([...found, ...findAll(listParts([{ tokens: labels, isGuess: true }]), domains)]);
    const whole = [...parts.filter(({ isWhole }) => isWhole), ...labels.map(toWholePart)];
    return distinct([...found, ...findAll(parts, domains), ...findAll(whole, names)]);
  };
}

/**
 * The part of a name of the sender's own that the sender could choose: who has a name below another's domain did not choose that.
 * `null` for a name that is not the sender's own.
 */
function findChosenPart(name: string, from: string): string | null {
  if (name !== from && !name.endsWith(`.${from}`)) return null;
  const parent = toOrganizationalDomain(from);
  return parent === null || parent === from ? name : name.slice(0, -parent.length - 1);
}

function findPart({ joined, isExact }: NamePart, lookup: NameLookup): readonly KnownReporter[] {
  return isExact ? lookup.findSame(joined) : [...lookup.findSame(joined), ...lookup.findNear(joined)];
}

function toWholePart(joined: string): NamePart {
  return { joined, isExact: false, isWhole: true };
}

function distinct(reporters: readonly KnownReporter[]): KnownReporter[] {
  return [...new Set(reporters)];
}
