import type { Settings } from "@ruaflow/embedded/settings";
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
  /** What the service says that it does; `null` while none is running, or one that does not tell. */
  readonly roles: readonly string[] | null;
  /** PostgreSQL of the running service or of the settings; `null` without either. */
  readonly databaseUrl: string | null;
}

export interface Check {
  readonly name: string;
  /** An error is reported as a failure. */
  readonly run: (situation: Situation) => Promise<Finding>;
}

/**
 * Whether one of these roles is, or could be, of the service that is checked. Each of several processes has its own settings and
 * folders, so what another one needs is not missed here.
 */
export function mayHaveRole({ roles }: Pick<Situation, "roles">, ...wanted: readonly string[]): boolean {
  return roles === null || roles.some((role) => wanted.includes(role));
}

/** What a check says that is for other roles than those of the service. */
export function notNeeded({ roles }: Pick<Situation, "roles">): Finding {
  return skipped(`not needed by ${roles?.join(", ")}`);
}

export const ok = (detail: string): Finding => ({ state: "ok", detail });
export const skipped = (detail: string): Finding => ({ state: "skipped", detail });
export const warning = (detail: string, fix: string): Finding => ({ state: "warning", detail, fix });
export const failed = (detail: string, fix: string): Finding => ({ state: "failed", detail, fix });
