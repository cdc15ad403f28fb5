import type { Migration } from "./migration.ts";

// A part that is written has buffers of this size for each of its columns: with those of a megabyte, which are the default, an
// insert of a large report took many times its own size.
const setting = "max_compress_block_size = 131072, min_compress_block_size = 32768";

/** Smaller blocks of columns, for what is written from now on. */
export const compressBlocks: Migration = {
  number: 3,
  name: "compress-blocks",
  statements: ["records", "reports"].map((table) => `ALTER TABLE ${table} MODIFY SETTING ${setting}`),
};
