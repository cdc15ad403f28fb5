import { type Answer, createClient } from "@ruaflow/client";
import { useReducer, useRef, useState } from "preact/hooks";
import { useService } from "../../data/service.tsx";
import { useSession } from "../../session/session.ts";
import { createProgressFetch } from "./fetch-with-progress.ts";
import { createTransfers, type Transfers } from "./transfers.ts";

export type Upload = Transfers<Answer<"uploadReports">["data"]>["list"][number];

const PARALLEL = 3;
/** A large file on a slow line. */
const TIMEOUT_MS = 15 * 60_000;
const NAME_MAX = 255;

/** Uploads of this view; they go on when it is left. */
export function useTransfers(bytesMax: number): Transfers<Answer<"uploadReports">["data"]> {
  const { cache, report } = useService();
  const { session } = useSession();
  const [, rerender] = useReducer((count: number, _action: unknown) => count + 1, 0);
  const frame = useRef(0);
  const [transfers] = useState(() =>
    createTransfers({
      parallel: PARALLEL,
      bytesMax,
      send: async (file, onProgress) => {
        const options = { baseUrl: location.origin, csrfToken: session.csrf_token, timeoutMs: TIMEOUT_MS };
        const client = createClient({ ...options, fetch: createProgressFetch(onProgress) });
        try {
          return (await client.reports.upload(file, { name: file.name.slice(-NAME_MAX) })).data;
        } catch (error) {
          report(error);
          throw error;
        }
      },
      // Once for all changes between two pictures.
      onChange: () => {
        cancelAnimationFrame(frame.current);
        frame.current = requestAnimationFrame(rerender);
      },
      onIdle: () => void cache.invalidateQueries(),
    }),
  );
  return transfers;
}
