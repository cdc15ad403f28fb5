import type { Migration } from "./migration.ts";
import * as views from "./views/plain-names.ts";
import { toViewStatement } from "./views/view.ts";

/** The reporter and the owner of an address under the names that the rest of the product uses. */
export const plainNames: Migration = {
  number: 13,
  name: "plain-names",
  statements: Object.values(views).map(toViewStatement),
};
