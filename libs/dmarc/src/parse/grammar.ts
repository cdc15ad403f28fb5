import type { Container, Ignored, PartEnd, ReportElement } from "./element.ts";
import { type Field, FieldGroup } from "./field-group.ts";
import { type FieldTable, type ReportFields, reportFields } from "./fields.ts";
import { Place } from "./place.ts";

/** The elements of a report as one tree. Order, namespaces and prefixes do not matter; what is not in it is ignored. */
export interface ReportGrammar<Tables extends Record<string, FieldTable> = ReportFields> {
  /** The root of every report. */
  readonly feedback: Container;
  /** Its place as the first element of a document. */
  readonly report: Place;
  readonly groups: { readonly [Name in keyof Tables]: FieldGroup<Tables[Name]> };
  readonly slotCount: number;
  /** The first slot of a record: from here all are emptied at its end. */
  readonly firstRecordSlot: number;
  /** True for an element of a report, at whatever place. */
  isReportName(name: string): boolean;
}

/** An element of no schema, or one around the report. */
export const unknownElement: Ignored = { kind: "ignored", path: "" };

/** Where no element is open. */
export const outside = new Place(unknownElement, "", null);

const partEnds: Readonly<Record<string, PartEnd>> = {
  "": "report",
  record: "record",
  "record/row/policy_evaluated/reason": "reason",
  "record/auth_results/dkim": "dkim",
  "record/auth_results/spf": "spf",
};

/** As Google wrote until 2012, and three reporters of 2025 do. */
const misnamed: Readonly<Record<string, string>> = { "record/identifiers": "identities" };

/** RFC 9990: extensions that are not understood are ignored. */
const ignoredElements: readonly string[] = ["extension", "extensions"];

/** Makes the tree of the tables' fields. The fields of records must come after those of the header. */
export function createGrammar<Tables extends Record<string, FieldTable>>(tables: Tables): ReportGrammar<Tables> {
  let slotCount = 0;
  const groups = Object.entries(tables).map(([name, table]) => {
    const group = new FieldGroup(table, slotCount);
    slotCount += group.fields.length;
    return [name, group] as const;
  });
  const fields = groups.flatMap(([, group]) => group.fields);
  const feedback = toContainer("", fields);
  const names = new Set(namesOf("feedback", feedback));
  return {
    feedback,
    report: new Place(feedback, "</feedback>", outside),
    // Each table has just been made a group.
    groups: Object.fromEntries(groups) as ReportGrammar<Tables>["groups"],
    slotCount,
    firstRecordSlot: fields.findIndex(({ path }) => path.startsWith("record/")),
    isReportName: (name) => names.has(name),
  };
}

function toContainer(path: string, fields: readonly Field[]): Container {
  const prefix = path === "" ? "" : `${path}/`;
  const inside = fields.filter((field) => field.path.startsWith(prefix));
  const byName = Map.groupBy(inside, (field) => field.path.slice(prefix.length).split("/")[0] ?? "");
  const children = [...byName].flatMap(([name, below]) => toChildren(name, `${prefix}${name}`, below));
  const ignored = path === "" ? ignoredElements.map((name) => [name, { kind: "ignored", path: name }] as const) : [];
  return { kind: "container", path, ends: partEnds[path] ?? "none", children: new Map([...children, ...ignored]) };
}

function toChildren(name: string, path: string, fields: readonly Field[]): [string, ReportElement][] {
  const own = fields.find((field) => field.path === path);
  if (own !== undefined) return [[name, own]];
  const container = toContainer(path, fields);
  const wrong = misnamed[path];
  const wrongly: [string, ReportElement][] = wrong === undefined ? [] : [[wrong, { ...container, misnamedFor: name }]];
  return [[name, container], ...wrongly];
}

function* namesOf(name: string, element: ReportElement): Generator<string> {
  yield name;
  if (element.kind !== "container") return;
  for (const [child, below] of element.children) yield* namesOf(child, below);
}

/** The elements of RFC 7489 appendix C and RFC 9990. */
export const reportGrammar = createGrammar(reportFields);

/** The local name as the grammar writes it: some reporters write capital letters. */
export function toKnownName(name: string): string {
  return toLocalName(name).toLowerCase();
}

/** The name without its namespace prefix. */
export function toLocalName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
