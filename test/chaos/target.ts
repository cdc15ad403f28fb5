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
  /** What helps to find out why the recount went wrong. */
  describe(): Promise<string>;
  stop(): Promise<void>;
}

export interface TargetOptions {
  readonly kills: number;
  readonly random: () => number;
  readonly readBack: boolean;
  /** Names to register before reports on them come. */
  readonly domains: readonly string[];
}
