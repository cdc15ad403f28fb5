import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import { causes } from "@ruaflow/senders/rules";
import { describe, expect, test } from "vitest";
import { hasCorpus, openCorpus, warnWithoutCorpus } from "../support/corpus.ts";
import {
  CLASSES,
  type FactsSource,
  isNamed,
  isOfCorpus,
  type LabelledSource,
  readLabels,
  readOrigins,
} from "./read-labels.ts";

if (!hasCorpus) warnWithoutCorpus();

const sources = readLabels();
const ofCorpus = sources.filter(isOfCorpus);
const facts = sources.filter((source): source is FactsSource => !isOfCorpus(source));
const named = sources.filter(isNamed);

const countDomains = (some: readonly LabelledSource[]) => new Set(some.map(({ domain }) => domain)).size;

/** A line of the table in the explanation. */
function describeCounts(name: string, some: readonly LabelledSource[]): string {
  const perClass = CLASSES.map((wanted) => some.filter((source) => source.class === wanted).length);
  return `| ${[name, ...perClass, some.length, countDomains(some)].join(" | ")} |`;
}

describe("the labelled sources", () => {
  test("are more than 400 of more than 60 domains, at least 150 of them from reports with true names", () => {
    expect(sources.length).toBeGreaterThan(400);
    expect(countDomains(sources)).toBeGreaterThan(60);
    expect(facts.length).toBeGreaterThan(150);
  });

  test("have one main class each, and every class has at least 30", () => {
    const strange = sources.filter(({ class: main }) => !CLASSES.includes(main));
    expect(strange).toEqual([]);
    for (const wanted of CLASSES)
      expect(sources.filter((source) => source.class === wanted).length).toBeGreaterThan(30);
  });

  test("name further classes only where they differ from the main one", () => {
    const strange = sources.filter(({ class: main, also }) =>
      also?.some((further) => further === main || !CLASSES.includes(further)),
    );
    expect(strange).toEqual([]);
  });

  test("say in one sentence why", () => {
    expect(sources.filter(({ reason }) => !/^\S.{18,}\.$/.test(reason))).toEqual([]);
  });

  test("are counted in their origins as they are", () => {
    const text = readOrigins();
    expect(text).toContain(describeCounts("shared corpus", ofCorpus));
    expect(text).toContain(
      describeCounts(
        "published reports",
        facts.filter((source) => !isNamed(source)),
      ),
    );
    expect(text).toContain(describeCounts("named networks", named));
    expect(text).toContain(describeCounts("all", sources));
  });
});

/** Google, Microsoft, SendGrid, Fastmail, Gandi and HiNet: their relays are known by address. */
const MAIL_SERVICES = new Set([15169, 8075, 11377, 11403, 29169, 3462]);

describe("the sources of published reports", () => {
  const records = facts.flatMap((source) => source.records);

  test("are one address each", () => {
    const several = facts.filter((source) => new Set(source.records.map(({ source_ip }) => source_ip)).size !== 1);
    expect(several).toEqual([]);
  });

  test("stand under reserved domains and addresses only, but for servers of public mail services", () => {
    expect(facts.filter(({ domain }) => !/(^|\.)owner-\d+\.example$/.test(domain))).toEqual([]);
    const reserved = /^(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$|^2001:db8::/;
    const kept = facts.filter(({ asn = 0 }) => MAIL_SERVICES.has(asn)).flatMap((source) => source.records);
    const others = records.filter((record) => !kept.includes(record));
    expect(others.filter(({ source_ip }) => !isIP(source_ip) || !reserved.test(source_ip))).toEqual([]);
  });

  test("have a From below the owner's domain, a count and results in every record", () => {
    const wrong = facts.filter(({ domain, records: own }) =>
      own.some(
        ({ header_from, count }) => !`.${header_from}`.endsWith(`.${domain}`) || !Number.isInteger(count) || count < 1,
      ),
    );
    expect(wrong).toEqual([]);
    const isPlain = (result: string) => /^(pass|fail)$/.test(result);
    const unclear = records.filter(({ dkim, spf }) => !isPlain(dkim) || !isPlain(spf));
    // One reporter left the evaluated results out.
    expect(unclear.map(({ dkim, spf }) => [dkim, spf])).toEqual([["", ""]]);
    const results = records.flatMap(({ dkim_results, spf_results }) => [...dkim_results, ...spf_results]);
    expect(results.length).toBeGreaterThan(records.length);
    expect(results.filter(({ domain, result }) => typeof domain !== "string" || typeof result !== "string")).toEqual(
      [],
    );
  });
});

describe("the sources with their networks", () => {
  test("fail 150 times, with a cause and a step that a reader gave", () => {
    const isFailing = ({ dkim, spf }: { dkim: string; spf: string }) => dkim !== "pass" && spf !== "pass";
    expect(named.filter((source) => source.records.some(isFailing))).toHaveLength(150);
    expect(named.filter(({ causes: own }) => own.length === 0 || !own.every((one) => causes.includes(one)))).toEqual(
      [],
    );
  });
});

describe("the sources of the shared corpus", () => {
  test("name their records by distinct ascending positions", () => {
    const unordered = ofCorpus.filter(
      ({ positions }) =>
        positions.length === 0 ||
        positions.some((at, i) => !Number.isInteger(at) || at < 0 || at <= (positions[i - 1] ?? -1)),
    );
    expect(unordered).toEqual([]);
  });

  test("share no record", () => {
    const places = ofCorpus.flatMap(({ origin, positions }) => positions.map((at) => `${origin.file}#${at}`));
    expect(new Set(places).size).toBe(places.length);
  });

  test.skipIf(!hasCorpus)("are found again in the corpus, under the domain that the label names", () => {
    const { files } = openCorpus();
    const lost = ofCorpus.filter(({ origin, domain, positions }) => {
      const text = readFileSync(join(files, origin.file), "utf8");
      const found = text.match(/<record[\s>]/g)?.length ?? 0;
      return (positions.at(-1) ?? 0) >= found || !text.includes(`<domain>${domain}</domain>`);
    });
    expect(lost).toEqual([]);
  });
});
