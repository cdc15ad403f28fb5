import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Cause } from "@ruaflow/senders/rules";

const folder = fileURLToPath(new URL("labels/", import.meta.url));

/** What a source is to the owner of the domain in From; README.md beside the labels defines each. */
export const CLASSES = ["compliant", "misconfigured", "forwarded", "unknown", "spoofed"] as const;

export type SourceClass = (typeof CLASSES)[number];

/** The judgement of a reader, made without any rule of the product. */
interface Label {
  readonly domain: string;
  readonly class: SourceClass;
  /** Further classes that the same evidence supports; `class` stays the main one. */
  readonly also?: readonly SourceClass[];
  /** One sentence, from the evidence. */
  readonly reason: string;
}

/** A source of the shared corpus: the records of one file that have the same results. */
export interface CorpusSource extends Label {
  readonly origin: { readonly file: string };
  /** Zero-based positions of the record elements in the file. */
  readonly positions: readonly number[];
}

/** A source of a published report, written down with reserved names and addresses. */
export interface FactsSource extends Label {
  readonly origin: { readonly facts: true };
  readonly records: readonly LabelledRecord[];
  /** The reverse name of the address, where public documents or the report tell it. */
  readonly hostname?: string;
  /** The autonomous system that announces the address. */
  readonly asn?: number;
  /** Codes of the causes that a reader accepts, the best first. */
  readonly causes?: readonly Cause[];
  readonly step?: Step;
}

/** What a person would do about the source. */
export type Step = "nothing" | "set_up_service" | "sign_at_origin" | "ask" | "wait";

/** A source whose label also has its cause and step, and whose network is known. */
export type NamedSource = FactsSource & Required<Pick<FactsSource, "causes" | "step">>;

export interface LabelledRecord {
  readonly source_ip: string;
  readonly count: number;
  readonly disposition: string;
  /** The aligned results of policy_evaluated. */
  readonly dkim: string;
  readonly spf: string;
  readonly reasons: readonly { readonly type: string; readonly comment: string }[];
  readonly header_from: string;
  readonly envelope_from?: string;
  readonly dkim_results: readonly { readonly domain: string; readonly selector?: string; readonly result: string }[];
  readonly spf_results: readonly { readonly domain: string; readonly scope?: string; readonly result: string }[];
}

export type LabelledSource = CorpusSource | FactsSource;

export const isNamed = (source: LabelledSource): source is NamedSource => "causes" in source;

export const isOfCorpus = (source: LabelledSource): source is CorpusSource => "positions" in source;

/** Every labelled source, file by file. */
export function readLabels(): LabelledSource[] {
  const names = globSync("*.json", { cwd: folder }).sort();
  return names.flatMap((name): LabelledSource[] => JSON.parse(readFileSync(folder + name, "utf8")));
}

/** Where the sources come from, and how many there are. */
export const readOrigins = (): string => readFileSync(`${folder}origins.txt`, "utf8");
