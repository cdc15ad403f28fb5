import type { Settings } from "@ruaflow/embedded";
import type { Environment } from "@ruaflow/runtime/settings";
import type { Dependency } from "./readiness.ts";

/** What a check found. */
export interface Finding {
  /** `skipped`: it does not apply to these settings. */
  readonly state: "ok" | "warning" | "failed" | "skipped";
  readonly detail: string;
  /** What to do about a warning or a failure. */
  readonly fix?: string;
}

/** What checks are told. */
export interface Situation {
  readonly environment: Environment;
  readonly settings: Settings;
  /** Base URL of the service's API. */
  readonly url: string;
  /** What the service says of its dependencies; `null` while none is running. */
  readonly dependencies: readonly Dependency[] | null;
  /** PostgreSQL of the running service or of the settings; `null` without either. */
  readonly databaseUrl: string | null;
}

export interface Check {
  readonly name: string;
  /** An error is reported as a failure. */
  readonly run: (situation: Situation) => Promise<Finding>;
}

export const ok = (detail: string): Finding => ({ state: "ok", detail });
export const skipped = (detail: string): Finding => ({ state: "skipped", detail });
export const warning = (detail: string, fix: string): Finding => ({ state: "warning", detail, fix });
export const failed = (detail: string, fix: string): Finding => ({ state: "failed", detail, fix });
