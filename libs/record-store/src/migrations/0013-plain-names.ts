import type { Migration } from "./migration.ts";
import { dkimResults, records, reports, sources, spfResults } from "./views/plain-names.ts";
import { toViewStatement } from "./views/view.ts";

/** The reporter and the owner of an address under the names that the rest of the product uses. */
export const plainNames: Migration = {
  number: 13,
  name: "plain-names",
  statements: [records, reports, dkimResults, spfResults, sources].map(toViewStatement),
};
