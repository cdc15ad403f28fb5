import { createEmbeddedEngine } from "../engine/embedded.ts";
import type { WritingEngine } from "../engine/engine.ts";
import type { Migration } from "../migrations/migration.ts";
import { migrations } from "../migrations/migrations.ts";
import { createTemporaryFolder } from "./temporary-folder.ts";

export interface StartedEngine {
  readonly engine: WritingEngine;
  /** Closes it and removes its folder. */
  stop(): Promise<void>;
}

/** Starts an embedded engine without tables, in a folder of its own. */
export async function startEngine(): Promise<StartedEngine> {
  const folder = await createTemporaryFolder();
  const engine = await createEmbeddedEngine(folder.path);
  return {
    engine,
    async stop() {
      await engine.close();
      await folder.remove();
    },
  };
}

/**
 * The steps that a release had before the one of this name.
 * @throws when there is none of this name
 */
export function stepsBefore(name: string): readonly Migration[] {
  const index = migrations.findIndex((step) => step.name === name);
  if (index < 0) throw new Error(`there is no step ${name}`);
  return migrations.slice(0, index);
}
