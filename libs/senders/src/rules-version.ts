import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Service } from "./services/service.ts";

/** What a verdict is told by, besides its mail: the files are read, so that no change of a rule can be forgotten. */
const FOLDERS = ["rules", "rules/sentences", "services", "names"];

/**
 * The version of the rules with these services: another one after any change of either. A verdict says by which it was told.
 *
 * @returns 12 hexadecimal digits
 */
export function toRulesVersion(services: readonly Service[]): string {
  const hash = createHash("sha256");
  for (const folder of FOLDERS) {
    const path = new URL(`./${folder}/`, import.meta.url);
    const files = readdirSync(path).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
    for (const name of files.sort()) hash.update(name).update(readFileSync(new URL(name, path)));
  }
  return hash.update(JSON.stringify(services)).digest("hex").slice(0, 12);
}
