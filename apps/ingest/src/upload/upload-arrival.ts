import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { ProblemError, readCaller } from "@ruaflow/http";
import { toNeighbourhood, unmap } from "@ruaflow/runtime/work";
import type { Arrival } from "../arrivals/arrival.ts";
import type { Arrivals } from "../arrivals/arrivals.ts";
import { NoRoomError, type NoRoomReason, TooSlowError } from "../arrivals/errors.ts";
import type { UploadedFile } from "./uploaded-file.ts";

interface Exchange {
  readonly request: Parameters<typeof readCaller>[0];
  readonly reply: { header(name: string, value: string): unknown };
}

/** How long the rest of a refused upload is read and discarded. */
const DISCARD_MS_MAX = 10_000;
const DISCARD_SILENCE_MS = 1000;

/**
 * Runs `work` with the arrival of the upload in `request`.
 * @throws {ProblemError} if there is no room for the upload, or its client is too slow
 */
export async function withArrival<Result>(
  arrivals: Pick<Arrivals, "open">,
  { request, reply }: Exchange,
  work: (arrival: Arrival) => Promise<Result>,
): Promise<Result> {
  const { organizationId, keyId } = readCaller(request);
  const names = [organizationId, keyId, toNeighbourhood(unmap(request.ip))];
  try {
    const arrival = arrivals.open({ kind: "upload", id: keyId, names });
    return await work(arrival).finally(() => arrival.close());
  } catch (error) {
    if (error instanceof TooSlowError) reply.header("connection", "close");
    throw toProblem(error);
  }
}

/** The files of an upload, for whose client the arrival waits. */
export async function* awaitFiles(files: AsyncGenerator<UploadedFile>, arrival: Arrival): AsyncGenerator<UploadedFile> {
  for (;;) {
    const { done, value } = await arrival.wait(files.next());
    if (done) return;
    yield value;
  }
}

/**
 * Reads and discards the rest of an upload that was answered before its end. Otherwise its connection would stay blocked, and with
 * it the client's next request; and a client that is still sending when its connection is closed may lose the answer. So it is closed only
 * when the client has stopped sending, or goes on for too long.
 */
export async function discardRest(body: IncomingMessage): Promise<void> {
  if (body.complete || body.destroyed) return;
  const stop = new AbortController();
  const { signal } = stop;
  const silence = setTimeout(() => stop.abort(), DISCARD_SILENCE_MS);
  body.unpipe();
  body
    .removeAllListeners("readable")
    .on("data", () => silence.refresh())
    .resume();
  const ended = ["end", "close"].map((event) => once(body, event, { signal }));
  await Promise.race([...ended, sleep(DISCARD_MS_MAX, undefined, { signal })]).catch(() => undefined);
  clearTimeout(silence);
  stop.abort();
  await Promise.allSettled(ended);
  if (!body.complete) body.socket.destroy();
}

const NO_ROOM: Readonly<Record<NoRoomReason, string>> = {
  share: "Too many uploads are in progress, most of them yours. Send this one again later.",
  turn: "Too many uploads wait to be read. Send this one again later.",
  closed: "The upload was given up. Send it again.",
};

function toProblem(error: unknown): unknown {
  if (error instanceof NoRoomError) return new ProblemError("overloaded", NO_ROOM[error.reason]);
  if (error instanceof TooSlowError)
    return new ProblemError("too_slow", "The upload arrives too slowly. Send it again.");
  return error;
}
