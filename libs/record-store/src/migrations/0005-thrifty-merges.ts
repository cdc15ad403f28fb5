import type { Migration } from "./migration.ts";

// A merge of whole rows reads all columns of all its parts at once: some 30 MiB from the first parts of 10 MiB on, four at a
// time. Column by column it takes as long and half the memory. The default is from 131,072 rows on.
const byColumn = "vertical_merge_algorithm_min_rows_to_activate = 8192";

// A hundred outdated parts would be removed by 128 threads, which stay, each with memory of its own: 40 MiB together.
const removedByOne = "concurrent_part_removal_threshold = 1000000000";

/** Merges and removals of parts in the background that need little memory, however much is stored. */
export const thriftyMerges: Migration = {
  number: 5,
  name: "thrifty-merges",
  statements: ["records", "reports"].map((table) => `ALTER TABLE ${table} MODIFY SETTING ${byColumn}, ${removedByOne}`),
};
