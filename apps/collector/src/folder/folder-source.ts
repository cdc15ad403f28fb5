import { type Dirent, type FSWatcher, watch } from "node:fs";
import { opendir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { toShownPath } from "@ruaflow/runtime";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Item, Source } from "../source.ts";
import { isFolder, readFingerprint, readUnchanged, type WaitingFile } from "./file.ts";
import { fileAway } from "./file-away.ts";
import { type FileName, joinName } from "./file-name.ts";
import { SkippedEntries } from "./skipped-entries.ts";

/** A file that nothing has touched for this long is complete. */
const OLD_MS = 60_000;

export interface FolderOptions {
  readonly path: string;
  readonly organizationId: string | null;
  /** A younger file is complete once it has not changed for this long. */
  readonly unchangedForMs: number;
  readonly logger: Logger;
}

/**
 * A watched folder: its files, or the messages of a Maildir. Files that are read go to `done`, rejected ones to
 * `refused`, with the reason. Hidden files, symbolic links and other folders are left alone; links and pipes are logged once.
 */
export function createFolderSource({ path, organizationId, unchangedForMs, logger }: FolderOptions): Source {
  const skipped = new SkippedEntries(logger);
  let wake: () => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let watcher: FSWatcher | undefined;
  /** When each young file was first seen as it is now. */
  let young = new Map<string, number>();

  return {
    name: `folder ${path}`,
    channel: "folder",
    organizationId,
    async *list(stopping) {
      const root = await realpath(path);
      watcher ??= watchFolder(root, () => wake());
      const before = young;
      young = new Map();
      for await (const { key, isOld, item } of listFiles(root, skipped)) {
        if (stopping.aborted) return;
        const since = before.get(key) ?? Date.now();
        if (isOld || Date.now() - since >= unchangedForMs) yield item;
        else young.set(key, since);
      }
      clearTimeout(timer);
      if (young.size > 0) timer = setTimeout(() => wake(), unchangedForMs).unref();
    },
    watch(listener) {
      wake = listener;
    },
    async close() {
      clearTimeout(timer);
      watcher?.close();
    },
  };
}

/** Wakes at once when a file appears. Without it, for example on a network file system, the folder is polled. */
function watchFolder(root: string, wake: () => void): FSWatcher | undefined {
  try {
    return watch(root, { persistent: false }, wake).on("error", () => undefined);
  } catch {
    return undefined;
  }
}

interface Found {
  readonly key: string;
  readonly isOld: boolean;
  readonly item: Item;
}

async function* listFiles(root: string, skipped: SkippedEntries): AsyncGenerator<Found> {
  const isMaildir = await hasFolders(root, ["cur", "new", "tmp"]);
  for (const folder of isMaildir ? ["new", "cur"].map((name) => join(root, name)) : [root]) {
    for await (const { name, entry } of listVisible(folder)) {
      const path = joinName(folder, name);
      const print = await readFingerprint(path);
      if (print === null) {
        skipped.note(folder, name, entry);
        continue;
      }
      const key = `${path.toString("latin1")} ${print.identity}`;
      // A message appears in a Maildir by a rename: it is complete.
      const isOld = isMaildir || Date.now() - print.changedAtMs > OLD_MS;
      yield { key, isOld, item: toItem({ key, root, folder, name, ...print }) };
    }
  }
}

interface VisibleEntry {
  readonly name: FileName;
  readonly entry: Dirent;
}

async function* listVisible(folder: string): AsyncGenerator<VisibleEntry> {
  // In Latin-1 each byte of a name is a character, also of one that is no UTF-8.
  for await (const entry of await opendir(folder, { encoding: "latin1" })) {
    if (!entry.name.startsWith(".")) yield { name: Buffer.from(entry.name, "latin1"), entry };
  }
}

async function hasFolders(root: string, names: readonly string[]): Promise<boolean> {
  const found = await Promise.all(names.map((name) => isFolder(join(root, name))));
  return found.every(Boolean);
}

interface FoundFile extends WaitingFile {
  readonly key: string;
  readonly root: string;
  readonly sizeBytes: number;
}

function toItem({ key, root, sizeBytes, ...file }: FoundFile): Item {
  return {
    key,
    name: toShownPath(file.name),
    sizeBytes,
    open: () => readUnchanged(file),
    acknowledge: (result) => fileAway(file, root, result),
  };
}
