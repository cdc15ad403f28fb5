import type { Dirent } from "node:fs";
import { join } from "node:path";
import { toShownPath } from "@ruaflow/runtime";
import type { Logger } from "@ruaflow/runtime/logging";
import type { FileName } from "./file-name.ts";

/** Beyond this many names, one last line says that there are more. */
const NAMES_MAX = 1000;

/** What a watched folder has beside files and folders, said once for each name: it is never read. */
export class SkippedEntries {
  readonly #logger: Logger;
  readonly #said = new Set<string>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  note(folder: string, name: FileName, entry: Dirent): void {
    const kind = toKind(entry);
    if (kind === null || this.#said.size > NAMES_MAX) return;
    const path = join(folder, toShownPath(name));
    const key = `${kind} ${join(folder, name.toString("latin1"))}`;
    if (this.#said.has(key)) return;
    this.#said.add(key);
    if (this.#said.size > NAMES_MAX) {
      this.#logger.warn(
        { folder },
        "the watched folder has more links and pipes: they stay unread, without further notice",
      );
    } else {
      this.#logger.warn({ path, kind }, `a ${kind} in the watched folder stays unread: only regular files are read`);
    }
  }
}

/** `null` for a file, a folder, and where the file system does not tell. */
function toKind(entry: Dirent): string | null {
  if (entry.isSymbolicLink()) return "link";
  if (entry.isFIFO()) return "named pipe";
  if (entry.isSocket()) return "socket";
  return entry.isBlockDevice() || entry.isCharacterDevice() ? "device" : null;
}
