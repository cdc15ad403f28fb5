import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ExportFormat } from "@ruaflow/record-store/exports";
import { UsageError } from "@ruaflow/runtime/errors";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";

const ManifestSchema = Type.Object({
  version: Type.Literal(1),
  view: Type.String(),
  format: Type.String(),
  /** Of the only organization; `null`: all of them. */
  organizationId: Type.Union([Type.String(), Type.Null()]),
  /** Complete files by month. */
  months: Type.Record(
    Type.String(),
    Type.Object({
      reports: Type.Integer(),
      bytes: Type.Integer(),
      /** `null`: the month changed while it was written, so it is written again. */
      fingerprint: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});

/** What a folder has of an export: the file `VIEW-FORMAT.export.json`. */
export type Manifest = Static<typeof ManifestSchema>;

export interface ManifestOf {
  readonly view: string;
  readonly format: ExportFormat;
  readonly organizationId: string | null;
}

const validator = Compile(ManifestSchema);

const toPath = (folder: string, { view, format }: ManifestOf) => join(folder, `${view}-${format}.export.json`);

/**
 * The folder's manifest, or an empty one.
 * @throws {UsageError} when the folder has the export of another organization, or the file is damaged
 */
export async function readManifest(folder: string, of: ManifestOf): Promise<Manifest> {
  const path = toPath(folder, of);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return { version: 1, ...of, months: {} };
  const manifest = parseJson(text);
  if (!validator.Check(manifest)) throw new UsageError(`${path} is damaged: delete it to write all months again.`);
  if (manifest.organizationId === of.organizationId) return manifest;
  throw new UsageError(
    `${folder} has an export of ${manifest.organizationId ?? "all organizations"}: choose another folder.`,
  );
}

/** Replaces the manifest in one step. */
export async function writeManifest(folder: string, manifest: Manifest, of: ManifestOf): Promise<void> {
  const path = toPath(folder, of);
  await writeFile(`${path}.part`, `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(`${path}.part`, path);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
