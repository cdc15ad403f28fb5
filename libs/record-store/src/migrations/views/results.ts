import { addressColumns, countedColumn, ownerColumns, recordKeyColumns, reporterColumns } from "./columns.ts";
import { isVisible, type View, type ViewColumn, withVisible } from "./view.ts";

const text = "LowCardinality(String)";

interface Results {
  readonly mechanism: "dkim" | "spf";
  readonly comment: string;
  /** Of the results themselves: each has an array in `records`. */
  readonly columns: readonly (readonly [name: string, type: string, comment: string, array: string])[];
}

/**
 * One row for each result of a record. The count of the record has another name here than in `records`: a record has several
 * results, and a join of both kinds of results repeats it once more.
 * @param joined Columns whose arrays are joined; the others are looked up by position, and read only when selected
 */
function toView({ mechanism, comment, columns }: Results, joined: readonly string[]): View {
  const [first = ["", "", "", ""]] = columns;
  const results = columns.map(
    ([name, type, meaning, array]): ViewColumn =>
      joined.includes(name) ? [name, type, meaning] : [name, type, meaning, `${array}[position]`],
  );
  const arrays = columns.filter(([name]) => joined.includes(name)).map(([name, , , array]) => `${array} AS ${name}`);
  return {
    name: `${mechanism}_results`,
    comment,
    columns: [
      ...ownerColumns,
      ...recordKeyColumns,
      ["position", "UInt32", "Position of the result in its record, from 1"],
      ...results,
      ...reporterColumns,
      ...addressColumns,
      ["header_from", text, "identifiers/header_from: domain of the From header"],
      ["dmarc_pass", "Bool", "Whether the messages of the record passed DMARC"],
      [
        "record_messages",
        "UInt64",
        "Messages of the whole record, repeated on each of its results: sum it for one domain and selector or scope at most; for totals use records",
        "count",
      ],
      countedColumn,
    ],
    prelude: withVisible,
    source: `FROM \`{database}\`.records
ARRAY JOIN ${[...arrays, `arrayEnumerate(${first[3]}) AS position`].join(", ")}
WHERE ${isVisible}`,
  };
}

const dkim: Results = {
  mechanism: "dkim",
  comment: "One row for each DKIM result of a record (auth_results/dkim); records without signatures have none",
  columns: [
    ["domain", text, "auth_results/dkim/domain: signing domain (d=)", "dkim_domains"],
    ["selector", text, "auth_results/dkim/selector (s=), empty when not given", "dkim_selectors"],
    ["result", text, "auth_results/dkim/result, not aligned with the From header", "dkim_results"],
    ["human_result", "String", "auth_results/dkim/human_result, empty when not given", "dkim_human_results"],
  ],
};

const spf: Results = {
  mechanism: "spf",
  comment: "One row for each SPF result of a record (auth_results/spf); records without checks have none",
  columns: [
    ["domain", text, "auth_results/spf/domain: domain that was checked", "spf_domains"],
    ["scope", text, "auth_results/spf/scope: mfrom or helo, empty when not given", "spf_scopes"],
    ["result", text, "auth_results/spf/result, not aligned with the From header", "spf_results"],
    ["human_result", "String", "auth_results/spf/human_result, empty when not given", "spf_human_results"],
  ],
};

/** As of migration 9: each array by position. */
export const dkimResults = toView(dkim, []);
export const spfResults = toView(spf, []);

/**
 * The same rows and columns. The arrays that most questions name are joined, which takes half the time; that they have one length is
 * held by a test of `encodeRecord`.
 */
export const joinedDkimResults = toView(dkim, ["domain", "selector", "result"]);
export const joinedSpfResults = toView(spf, ["domain", "scope", "result"]);
