import type { Field } from "./field-group.ts";

/** Which part of a report is complete at the end tag. */
export type PartEnd = "none" | ResultPart | "record" | "report";

/** Of which a record has several. */
export type ResultPart = "reason" | "dkim" | "spf";

export type Container = {
  readonly kind: "container";
  readonly path: string;
  readonly ends: PartEnd;
  readonly children: ReadonlyMap<string, ReportElement>;
  /** The name it should have had. */
  readonly misnamedFor?: string;
};

/** An element that is known and not needed, with all it contains. */
export type Ignored = { readonly kind: "ignored"; readonly path: string };

export type ReportElement = Field | Container | Ignored;
