import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ExportFormat } from "@ruaflow/record-store/exports";
import { UsageError } from "@ruaflow/runtime/errors";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";

/** Months become names of files. */
const MONTH = "^[0-9]{4}-(0[1-9]|1[0-2])$";

const ManifestSchema = Type.Object({
  version: Type.Literal(1),
  view: Type.String(),
  format: Type.String(),
  /** Of the only organization; `null`: all of them. */
  organizationId: Type.Union([Type.String(), Type.Null()]),
  /** Whether only counted reports are in the files; `null`: the view has no others. Earlier releases did not say it. */
  counted: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  /** Files by month: complete, or about to get their names. */
  months: Type.Record(
    Type.String({ pattern: MONTH }),
    Type.Object({
      reports: Type.Integer(),
      bytes: Type.Integer(),
      /** `null`: the month changed while it was written, or the command was stopped, so it is written again. */
      fingerprint: Type.Union([Type.String(), Type.Null()]),
    }),
    { additionalProperties: false },
  ),
});

/** What a folder has of an export: the file `VIEW-FORMAT.export.json`. */
export type Manifest = Static<typeof ManifestSchema>;

export interface ManifestOf {
  readonly view: string;
  readonly format: ExportFormat;
  readonly organizationId: string | null;
  /** Whether only counted reports are written; `null`: the view has no others. */
  readonly counted: boolean | null;
}

const validator = Compile(ManifestSchema);

const toPath = (folder: string, { view, format }: ManifestOf) => join(folder, `${view}-${format}.export.json`);

/**
 * The folder's manifest, or an empty one.
 * @throws {UsageError} when the folder has an export of other reports, or the file is damaged
 */
export async function readManifest(folder: string, of: ManifestOf): Promise<Manifest> {
  const path = toPath(folder, of);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) {
    const { view, format, organizationId, counted } = of;
    return { version: 1, view, format, organizationId, counted, months: {} };
  }
  const manifest = parseJson(text);
  if (!validator.Check(manifest)) throw new UsageError(`${path} is damaged: delete it and the files of its months.`);
  assertSame(folder, manifest, of);
  return { ...manifest, counted: of.counted };
}

function assertSame(folder: string, manifest: Manifest, of: ManifestOf): void {
  const found = manifest.organizationId;
  if (found !== of.organizationId)
    throw new UsageError(`${folder} has an export of ${found ?? "all organizations"}: choose another folder.`);
  const { counted = of.counted === null ? null : false } = manifest;
  if (counted === of.counted) return;
  throw new UsageError(
    counted
      ? `${folder} has an export of counted reports: choose another folder, or leave out --all.`
      : `${folder} has an export of all reports, also those that do not count: choose another folder, or go on with --all.`,
  );
}

/** Replaces the manifest in one step, following no link. */
export async function writeManifest(folder: string, manifest: Manifest, of: ManifestOf): Promise<void> {
  const path = toPath(folder, of);
  await rm(`${path}.part`, { force: true });
  await writeFile(`${path}.part`, `${JSON.stringify(manifest, null, 2)}\n`, { flag: "wx", flush: true });
  await rename(`${path}.part`, path);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
