import type { Stats } from "node:fs";
import { pluralize } from "./pluralize.ts";

/** What a folder has beside files and folders, by kind. */
export class SkippedEntries {
  readonly #counts = new Map<string, number>();

  add(found: Stats): void {
    const kind = toKind(found);
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  /** For people: a line such as `skipped: 1 named pipe, 2 links`; empty if nothing was skipped. */
  toText(): string {
    if (this.#counts.size === 0) return "";
    return `skipped: ${[...this.#counts].map(([kind, count]) => pluralize(count, kind)).join(", ")}\n`;
  }

  /** For scripts: counts by kind. */
  toJson(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#counts].map(([kind, count]) => [`${kind.replace(" ", "_")}s`, count]));
  }
}

function toKind(found: Stats): string {
  if (found.isSymbolicLink()) return "link";
  if (found.isFIFO()) return "named pipe";
  return found.isSocket() ? "socket" : "device";
}
