import { chown, mkdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import {
  countFileRows,
  type ExportFile,
  type ExportRange,
  type ExportView,
  IncompleteFileError,
  syncFile,
} from "@ruaflow/record-store/exports";
import { describeError, UsageError } from "@ruaflow/runtime/errors";

export interface MonthSource {
  countRows(view: ExportView, range: ExportRange): Promise<number>;
  writeFile(file: ExportFile): Promise<void>;
}

/** A file that is complete and synced, and does not have its name yet. */
export interface WrittenMonth {
  readonly bytes: number;
  /** Gives the file its name. */
  finish(): Promise<void>;
}

export interface FileWriter {
  readonly uid: number;
  readonly gid: number;
}

interface MonthFile extends ExportFile {
  readonly writer?: FileWriter;
}

/**
 * Writes the file in a new folder, `PATH.part`, where only its writer can put a link, and compares its rows with those of the
 * view; a Parquet file must have its end.
 * @throws {UsageError} when rows are missing or the file cannot be written, for example because the disk is full
 */
export async function writeMonth(source: MonthSource, file: MonthFile): Promise<WrittenMonth> {
  const folder = `${file.path}.part`;
  const path = join(folder, basename(file.path));
  await rm(folder, { recursive: true, force: true });
  try {
    await mkdir(folder, { mode: 0o700 });
    if (file.writer) await chown(folder, file.writer.uid, file.writer.gid);
    await writeCounted(source, { ...file, path });
    const bytes = await syncFile(path);
    return { bytes, finish: () => finish(path, file.path) };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw explain(error, file.path);
  }
}

async function finish(written: string, path: string): Promise<void> {
  await rename(written, path);
  await rm(dirname(written), { recursive: true });
}

/** Reports that arrive or go meanwhile may be in the file or not. ClickHouse says nothing when a disk is full. */
async function writeCounted(source: MonthSource, file: ExportFile): Promise<void> {
  const before = await source.countRows(file.view, file.range);
  await source.writeFile(file);
  const rows = await countFileRows(file.path, file.format);
  if (rows === null) return;
  const after = await source.countRows(file.view, file.range);
  if (rows >= Math.min(before, after) && rows <= Math.max(before, after)) return;
  throw new IncompleteFileError(`it has ${rows} rows of ${after}`);
}

/** What the machine refuses is the operator's to mend. */
function explain(error: unknown, path: string): unknown {
  const isOfSystem = error instanceof Error && "code" in error && "syscall" in error;
  if (error instanceof IncompleteFileError)
    return new UsageError(
      `${path} is not complete: ${error.message}. The disk may be full: make room, and repeat the command.`,
    );
  return isOfSystem ? new UsageError(`${path} cannot be written: ${describeError(error)}`) : error;
}
