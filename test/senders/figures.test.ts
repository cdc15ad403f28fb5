import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { hasCorpus, warnWithoutCorpus } from "../support/corpus.ts";
import { countRight, measureClasses } from "./confusion.ts";
import { listSummary } from "./figures.ts";
import { toCorpusOwner, toHalf, toOwner } from "./halves.ts";
import { judgeCorpus, judgeNamed, judgePublished } from "./judge-labels.ts";

if (!hasCorpus) warnWithoutCorpus();

/** Just below what the rules reach on all published reports: a change of rules that makes a class worse has to say why. */
const FLOORS = {
  compliant: { precision: 0.99, recall: 0.97 },
  misconfigured: { precision: 0.9, recall: 0.6 },
  forwarded: { precision: 0.9, recall: 0.98 },
  unknown: { precision: 0.8, recall: 0.83 },
  spoofed: { precision: 0.8, recall: 0.88 },
} as const;

/** Of the 150 sources with their networks: those with the class, cause and next step of their label. */
const NAMED_MIN = { class: 146, cause: 146, step: 146 } as const;

const published = judgePublished();
const named = judgeNamed();
const written = readFileSync(new URL("figures.txt", import.meta.url), "utf8");

describe("on the published reports", () => {
  test.each(measureClasses(published))("$class is found with the precision and the recall that it had", (figures) => {
    const floor = FLOORS[figures.class];
    expect(figures.precision).toBeGreaterThanOrEqual(floor.precision);
    expect(figures.recall).toBeGreaterThanOrEqual(floor.recall);
  });

  test("figures.txt has the figures", () => {
    for (const line of listSummary(published)) expect(written).toContain(line);
  });
});

describe("on the sources with their networks", () => {
  test("class, cause and next step are those of the label as often as they were", () => {
    const right = countRight(named);
    for (const [what, min] of Object.entries(NAMED_MIN))
      expect(right, what).toHaveProperty(
        what,
        expect.toSatisfy((count: number) => count >= min),
      );
  });

  test("figures.txt has the figures", () => {
    for (const line of listSummary(named)) expect(written).toContain(line);
  });
});

test.skipIf(!hasCorpus)("figures.txt has the figures of the shared corpus", async () => {
  for (const line of listSummary(await judgeCorpus())) expect(written).toContain(line);
});

describe("the halves", () => {
  test("are told by the first byte of the SHA-256 of the owner's name", () => {
    expect([toHalf("abc"), toHalf("b")]).toEqual(["development", "development"]);
    expect(["owner-1.example", "owner-8.example"].map(toHalf)).toEqual(["development", "held-out"]);
  });

  test("hold all subdomains of an owner together", () => {
    expect(toOwner("secure.owner-15.example")).toBe(toOwner("owner-15.example"));
  });

  test("take the owner's own selector for the owner of a file, and the file's domain where none passes", () => {
    const record = (selector: string, count: number) => ({
      count,
      policyEvaluated: { dkim: "pass" },
      authResults: { dkim: [{ domain: "a.example", selector, result: "pass" }] },
    });
    const records = [record("selector1", 90), record("mine", 5), record("other", 3)];
    expect(toCorpusOwner("a.example", records)).toBe("mine");
    expect(toCorpusOwner("a.example", [record("selector1", 90)])).toBe("a.example");
  });
});
