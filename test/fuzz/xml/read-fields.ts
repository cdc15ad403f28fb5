import { elementsOf, localName, textOf, type XmlElement } from "./tree.ts";

/** The texts of a report as its elements have them: trimmed, `null` for what is absent. Made without the product. */
export interface Fields {
  readonly header: Texts;
  readonly errors: readonly string[];
  readonly records: readonly RecordFields[];
}

export interface RecordFields {
  readonly texts: Texts;
  readonly reasons: readonly Texts[];
  readonly dkim: readonly Texts[];
  readonly spf: readonly Texts[];
}

type Texts = Readonly<Record<string, string | null>>;

/** A prefix and the namespace it is bound to. */
type Scope = ReadonlyMap<string, string>;

interface Place {
  readonly element: XmlElement;
  readonly scope: Scope;
}

const HEADER = [
  "version",
  "report_metadata/org_name",
  "report_metadata/email",
  "report_metadata/extra_contact_info",
  "report_metadata/report_id",
  "report_metadata/date_range/begin",
  "report_metadata/date_range/end",
  "report_metadata/generator",
  ...["domain", "p", "sp", "np", "adkim", "aspf", "pct", "fo", "testing", "discovery_method"].map(
    (name) => `policy_published/${name}`,
  ),
];
const RECORD = [
  "row/source_ip",
  "row/count",
  "row/policy_evaluated/disposition",
  "row/policy_evaluated/dkim",
  "row/policy_evaluated/spf",
  "identifiers/header_from",
  "identifiers/envelope_from",
  "identifiers/envelope_to",
];

/** The fields of the first `feedback` element, `null` when there is none. */
export function readFields(root: XmlElement): Fields | null {
  const feedback = findFeedback({ element: root, scope: bind(root, new Map()) });
  if (feedback === null) return null;
  const namespace = feedback.scope.get(prefixOf(feedback.element.name)) ?? "";
  const find = (from: readonly Place[], path: string) => findAll(from, path, namespace);
  const read = (from: Place, paths: readonly string[]): Texts =>
    Object.fromEntries(paths.map((path) => [path, toText(find([from], path)[0])]));
  return {
    header: read(feedback, HEADER),
    errors: find([feedback], "report_metadata/error").map((place) => toText(place) ?? ""),
    records: find([feedback], "record").map((record) => ({
      texts: read(record, RECORD),
      reasons: find([record], "row/policy_evaluated/reason").map((place) => {
        const texts = read(place, ["type", "comment"]);
        return { ...texts, type: texts.type ?? findWord(place.element) };
      }),
      dkim: find([record], "auth_results/dkim").map((place) =>
        read(place, ["domain", "selector", "result", "human_result"]),
      ),
      spf: find([record], "auth_results/spf").map((place) =>
        read(place, ["domain", "scope", "result", "human_result"]),
      ),
    })),
  };
}

function findFeedback(place: Place): Place | null {
  if (localName(place.element.name).toLowerCase() === "feedback") return place;
  for (const child of childrenOf(place)) {
    const found = findFeedback(child);
    if (found !== null) return found;
  }
  return null;
}

function findAll(from: readonly Place[], path: string, namespace: string): Place[] {
  return path
    .split("/")
    .reduce(
      (places: readonly Place[], name) =>
        places.flatMap((place) => childrenOf(place).filter((child) => isNamed(child, name, namespace))),
      from,
    )
    .slice();
}

function isNamed({ element, scope }: Place, name: string, namespace: string): boolean {
  const local = localName(element.name).toLowerCase();
  const isMeant = local === name || (name === "identifiers" && local === "identities");
  return isMeant && !isForeign(scope.get(prefixOf(element.name)) ?? "", namespace);
}

/** Of another vocabulary: declared, not the report's own and without "dmarc" in its name. */
function isForeign(namespace: string, ofReport: string): boolean {
  return namespace !== "" && namespace !== ofReport && !/dmarc/i.test(namespace);
}

function childrenOf({ element, scope }: Place): Place[] {
  return elementsOf(element).map((child) => ({ element: child, scope: bind(child, scope) }));
}

function bind(element: XmlElement, scope: Scope): Scope {
  const own = element.attributes.filter(([name]) => name === "xmlns" || name.startsWith("xmlns:"));
  return new Map([...scope, ...own.map(([name, value]) => [name.slice(6), value.trim()] as const)]);
}

function prefixOf(name: string): string {
  const colon = name.indexOf(":");
  return colon < 0 ? "" : name.slice(0, colon);
}

/** The first text between the children that is one word. */
function findWord({ children }: XmlElement): string | null {
  let run = "";
  for (const child of [...children, null]) {
    if (typeof child === "string") run += child;
    else if (/^[\w.-]{1,64}$/.test(run.trim())) return run.trim();
    else run = "";
  }
  return null;
}

function toText(place: Place | undefined): string | null {
  return place === undefined ? null : textOf(place.element).trim();
}
