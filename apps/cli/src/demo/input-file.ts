import type { InputFile } from "../paths.ts";

/** A file in memory, for the import. */
export function toInputFile({ name, xml }: { readonly name: string; readonly xml: string }): InputFile {
  const bytes = Buffer.from(xml);
  return {
    name,
    sizeBytes: bytes.length,
    changedMs: 0,
    async *open() {
      yield bytes;
    },
  };
}
