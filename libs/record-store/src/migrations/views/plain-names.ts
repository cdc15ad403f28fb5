import { recordsWithReporter, reportsWithReporter } from "./reporter-domain.ts";
import { joinedDkimResults, joinedSpfResults } from "./results.ts";
import { sourcesWithFacts } from "./sources-with-facts.ts";
import type { View, ViewColumn } from "./view.ts";

interface Renamed {
  /** The column's first name, which stays. */
  readonly old: string;
  readonly column: ViewColumn;
}

const reporter: Renamed = {
  old: "org_name",
  column: ["reporter", "LowCardinality(String)", "What the reporter calls itself: report_metadata/org_name"],
};

const owner: Renamed = {
  old: "organization",
  column: [
    "owner",
    "LowCardinality(String)",
    "Owner of the address, by its autonomous system; empty when unknown. The API calls it organization",
  ],
};

/** The view with one of its columns under a second name, as the last one; its first name is marked as deprecated. */
function rename(view: View, { old, column: [name, type, comment] }: Renamed): View {
  const expression = view.columns.find(([column]) => column === old)?.[3] ?? old;
  const columns = view.columns.map((column): ViewColumn => {
    if (column[0] !== old) return column;
    return [old, column[1], `Deprecated: use ${name}. ${column[2]}`, expression];
  });
  return { ...view, columns: [...columns, [name, type, comment, expression]] };
}

export const records = rename(recordsWithReporter, reporter);
export const reports = rename(reportsWithReporter, reporter);
export const dkimResults = rename(joinedDkimResults, reporter);
export const spfResults = rename(joinedSpfResults, reporter);
export const sources = rename(sourcesWithFacts, owner);
