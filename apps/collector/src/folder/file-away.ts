import { lstat, mkdir, rename, writeFile } from "node:fs/promises";
import { basename, join, parse } from "node:path";
import type { SubmissionResult } from "@ruaflow/ingest";
import { describeRejection } from "../describe-rejection.ts";
import { isRejected } from "../source.ts";
import { isFolder, readFingerprint } from "./file.ts";

const DONE_FOLDER = "done";
const REFUSED_FOLDER = "refused";

/**
 * Moves a file that was read to `done`, or to `refused` with a file that gives the reason. Never overwrites a file.
 * @throws if the file was replaced meanwhile; the replacement stays
 */
export async function fileAway(
  { path, identity }: { readonly path: string; readonly identity: string },
  root: string,
  result: SubmissionResult,
): Promise<void> {
  const isRefused = isRejected(result);
  const folder = await openFolder(join(root, isRefused ? REFUSED_FOLDER : DONE_FOLDER));
  const target = await chooseFreePath(folder, basename(path), result.submissionId);
  await assertSame(path, identity);
  if (isRefused) await writeFile(`${target}.reason.txt`, describeRejection(result));
  await rename(path, target);
  try {
    await assertSame(target, identity);
  } catch (error) {
    // It was replaced in the last moment: the new file has not been read.
    await rename(target, insertId(path, result.submissionId));
    throw error;
  }
}

async function openFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true });
  if (!(await isFolder(path))) throw new Error(`${path} is a symbolic link`);
  return path;
}

/** The file's own name if it is free, otherwise one with the submission's id. */
async function chooseFreePath(folder: string, name: string, submissionId: string): Promise<string> {
  const path = join(folder, name);
  const isTaken = await lstat(path).then(
    () => true,
    () => false,
  );
  return isTaken ? insertId(path, submissionId) : path;
}

function insertId(path: string, submissionId: string): string {
  const { dir, name, ext } = parse(path);
  return join(dir, `${name}.${submissionId}${ext}`);
}

async function assertSame(path: string, identity: string): Promise<void> {
  const found = await readFingerprint(path);
  if (found?.identity !== identity) throw new Error(`${path} was replaced while it was read`);
}
