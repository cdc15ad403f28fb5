import type { Submission } from "@ruaflow/dmarc";
import type { IngestLimits } from "./limits.ts";
import type { Lookups } from "./lookups.ts";
import type { Outputs } from "./outputs.ts";
import type { Reader } from "./reading/reader.ts";
import type { Route } from "./submission-result.ts";

/** What reading submissions works with. */
export interface IngestMeans {
  readonly lookups: Lookups;
  readonly outputs: Outputs;
  readonly reader: Reader;
  readonly spoolFolder: string;
  readonly limits: IngestLimits;
}

/** A submission on its way in. */
export interface Arriving {
  readonly submission: Submission;
  readonly route: Route;
  readonly means: IngestMeans;
}

/** An entry's way through ingest, with the means to keep the submission's bytes. */
export interface EntryContext extends Arriving {
  /** Keeps the submission's bytes; does it once, however often it is called. */
  readonly archive: (organizationId: string | null) => Promise<void>;
}
