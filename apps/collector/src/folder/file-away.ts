import { lstat, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SubmissionResult } from "@ruaflow/ingest";
import { toShownPath } from "@ruaflow/runtime";
import { createFolder } from "@ruaflow/runtime/folders";
import { describeRejection, isRejected } from "../source.ts";
import { isFolder, readFingerprint, type WaitingFile } from "./file.ts";
import { type FileName, insertId, joinName, toReasonName } from "./file-name.ts";

const DONE_FOLDER = "done";
const REFUSED_FOLDER = "refused";

/**
 * Moves a file that was read to `done`, or to `refused` with a file that gives the reason. Never overwrites a file.
 * @throws if the file was replaced meanwhile; the replacement stays
 */
export async function fileAway(
  { folder, name, identity }: WaitingFile,
  root: string,
  result: SubmissionResult,
): Promise<void> {
  const path = joinName(folder, name);
  const reason = isRejected(result) ? describeRejection(result) : null;
  const place = { folder: join(root, reason === null ? DONE_FOLDER : REFUSED_FOLDER), id: result.submissionId };
  await openFolder(place.folder);
  await assertSame(path, identity);
  const target = await chooseTarget(name, place, reason);
  await rename(path, target.path).catch(async (error: unknown) => {
    if (target.reasonPath !== null) await rm(target.reasonPath, { force: true });
    throw error;
  });
  try {
    await assertSame(target.path, identity);
  } catch (error) {
    // It was replaced in the last moment: the new file has not been read.
    await rename(target.path, joinName(folder, insertId(name, result.submissionId)));
    throw error;
  }
}

async function openFolder(path: string): Promise<void> {
  await createFolder(path);
  if (!(await isFolder(path))) throw new Error(`${path} is a symbolic link`);
}

interface Place {
  readonly folder: string;
  /** Of the submission: what has it in its name is of no one else. */
  readonly id: string;
}

interface Target {
  readonly path: Buffer;
  readonly reasonPath: Buffer | null;
}

/** The file's own name if it and that of its reason are free, otherwise both with the submission's id. The reason is written. */
async function chooseTarget(name: FileName, { folder, id }: Place, reason: string | null): Promise<Target> {
  const own = joinName(folder, name);
  const other = insertId(name, id);
  const toReasonPath = (target: FileName) => (reason === null ? null : joinName(folder, toReasonName(target, id)));
  if (!(await isTaken(own))) {
    const reasonPath = toReasonPath(name);
    if (reasonPath === null || (await writeNew(reasonPath, reason ?? ""))) return { path: own, reasonPath };
  }
  const reasonPath = toReasonPath(other);
  if (reasonPath !== null) await writeFile(reasonPath, reason ?? "");
  return { path: joinName(folder, other), reasonPath };
}

function isTaken(path: Buffer): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** Whether there was no file of this name. */
async function writeNew(path: Buffer, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

async function assertSame(path: Buffer, identity: string): Promise<void> {
  const found = await readFingerprint(path);
  if (found?.identity !== identity) throw new Error(`${toShownPath(path)} was replaced while it was read`);
}
