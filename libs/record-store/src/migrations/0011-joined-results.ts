import type { Migration } from "./migration.ts";
import { joinedDkimResults, joinedSpfResults } from "./views/results.ts";
import { toViewStatement } from "./views/view.ts";

/** The views of DKIM and SPF results, with the same contents in less time. */
export const joinedResults: Migration = {
  number: 11,
  name: "joined-results",
  statements: [joinedDkimResults, joinedSpfResults].map(toViewStatement),
};
