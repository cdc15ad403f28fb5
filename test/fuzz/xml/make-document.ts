import { changeReport } from "./change-report.ts";
import { encodeDocument } from "./encode.ts";
import { makeReport } from "./make-report.ts";
import type { Random } from "./random.ts";
import type { XmlElement } from "./tree.ts";
import { judge } from "./well-formed.ts";
import { type Noise, writeNoisy, writeNothing } from "./write-xml.ts";

const CHANGES_MAX = 6;
const EDITS_MAX = 3;
const DOCTYPES = ["<!DOCTYPE feedback>", '<!DOCTYPE feedback [<!ENTITY e "x">]>', "<!doctype feedback>"] as const;

/** Makes one document: from a sample or made up; changed as a tree, written with noise, sometimes edited. */
export function makeDocument(samples: readonly Uint8Array[], random: Random): Uint8Array {
  const sample = random.chance(0.6) ? readSample(random.pickFrom(samples)) : null;
  const report = changeReport(sample ?? makeReport(random), random, random.chance(0.3) ? 0 : CHANGES_MAX);
  const noise: Noise = { share: random.pick([0, 0.02, 0.1, 0.4]), lineBreak: random.pick(["\n", "\r\n", "\r"]) };
  const blank = () => (random.chance(0.2) ? noise.lineBreak : "");
  const doctype = random.chance(0.02) ? random.pick(DOCTYPES) : "";
  const written = [
    `${blank()}${writeNothing(random, noise)}${doctype}${blank()}`,
    writeNoisy(report, random, noise),
    `${blank()}${writeNothing(random, noise)}${blank()}`,
  ].join("");
  return encodeDocument(random.chance(0.15) ? edit(written, random) : written, random);
}

/** The tree of a sample, `null` for one that is not well-formed. */
function readSample(bytes: Uint8Array | undefined): XmlElement | null {
  const judged = bytes === undefined ? null : judge(bytes);
  return judged?.kind === "well-formed" ? judged.root : null;
}

/** Takes out, doubles or puts in a few characters: mostly not well-formed then. */
function edit(text: string, random: Random): string {
  let edited = text;
  for (let left = random.between(1, EDITS_MAX); left > 0; left -= 1) {
    const from = random.between(0, edited.length);
    const to = from + random.between(0, 12);
    const middle = random.pick([
      "",
      edited.slice(from, to).repeat(2),
      random.pick(["<", ">", "&", "]]>", "/", '"', "\r"]),
    ]);
    edited = edited.slice(0, from) + middle + edited.slice(to);
  }
  return edited.toWellFormed();
}
