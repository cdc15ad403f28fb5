import type { EventLogSettings } from "@ruaflow/event-log";
import type { rawStoreSettings } from "@ruaflow/object-store/bodies";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import type { SettingsOf } from "@ruaflow/runtime/settings";
import type { Settings } from "./config.ts";

/** The settings that select the engines and their locations. */
export type EngineSettings = EventLogSettings &
  SettingsOf<typeof rawStoreSettings> &
  Pick<
    Settings,
    | "RUAFLOW_DATA_DIR"
    | "DATABASE_URL"
    | "DATABASE_CONNECTIONS_MAX"
    | "CLICKHOUSE_URL"
    | "CLICKHOUSE_CLUSTER"
    | "RUAFLOW_SECRETS_KEY"
  >;

export interface EnginesOptions {
  readonly logger: Logger;
  /** Of a service; the engines of a command are counted nowhere. */
  readonly metrics?: Metrics;
  /** Describes this process to another one that needs the same data folder. */
  readonly description: string;
  readonly onFatal: (error: Error) => void;
  /**
   * Set for a service: it waits until a command that owns the folder is done, or until this aborts. A command fails at
   * once.
   */
  readonly stopping?: AbortSignal;
}
