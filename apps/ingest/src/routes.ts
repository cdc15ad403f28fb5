import type { HttpServer } from "@ruaflow/http";
import { registerReplay } from "./replay/replay-route.ts";
import type { ReplayContext } from "./replay/replay-submission.ts";
import { registerUploads } from "./upload/upload-route.ts";

export interface IngestRoutesOptions extends ReplayContext {
  /** Limit of one uploaded file. */
  readonly bodyBytesMax: number;
}

/** What reads submissions over HTTP: uploads, and the replay of what was kept. */
export async function registerIngestRoutes(server: HttpServer, options: IngestRoutesOptions): Promise<void> {
  await registerUploads(server, options);
  registerReplay(server, options);
}
