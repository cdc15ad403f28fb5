import type { EventLog } from "@ruaflow/event-log";

/** Something that disturbs the product; it resolves when everything that should run is running again. */
export interface Disturbance {
  readonly name: string;
  run(): Promise<void>;
}

/** The product as the chaos run meets it: one process, or many on real servers. */
export interface ChaosTarget {
  /** Uploads under way at once. */
  readonly senders: number;
  /** Where to upload to at present: a process that was started again has another port. */
  uploadUrls(): readonly string[];
  api(): { readonly url: string };
  readonly key: string;
  readonly organizationId: string;
  /** In the order in which they happen. */
  readonly disturbances: readonly Disturbance[];
  /** Settings by which a command reaches the stores. */
  readonly environment: Record<string, string>;
  /** Rows of one question in SQL, as `ruaflow sql` gives them. */
  sql(query: string): Promise<readonly SqlRow[]>;
  /** Opens the log where it is now, to read and append beside the product. */
  connectToLog(): Promise<EventLog>;
  /** What helps to find out why the recount went wrong. */
  describe(): Promise<string>;
  stop(): Promise<void>;
}

/** Numbers come as numbers or, when they are large, as text. */
export type SqlRow = Readonly<Record<string, string | number>>;

export interface TargetOptions {
  readonly kills: number;
  readonly random: () => number;
  /** Given to every process of the product beside its own settings. */
  readonly nodeOptions: string;
  /** Names to register before reports on them come. */
  readonly domains: readonly string[];
  /** The resolver that the product asks, `127.0.0.1:port`. */
  readonly dnsServer: string;
}
