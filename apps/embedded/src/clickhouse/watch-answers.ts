import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "@ruaflow/runtime/logging";
import type { EngineProcess } from "./engine-process.ts";

const ASK_EVERY_MS = 5000;
/** A healthy engine answers in milliseconds, also beside the longest question. */
const ANSWER_MS_MAX = 15_000;

/** Asks the engine every five seconds, and kills it when it has not answered for fifteen. */
export function watchAnswers(engine: EngineProcess, logger: Logger, stopping: AbortSignal): { stop(): void } {
  const ending = new AbortController();
  watch(engine, logger, AbortSignal.any([ending.signal, stopping])).catch(() => undefined);
  return { stop: () => ending.abort() };
}

async function watch(engine: EngineProcess, logger: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(ASK_EVERY_MS, undefined, { signal, ref: false });
    const failure = await ask(engine.url).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure === undefined || signal.aborted) continue;
    logger.error({ engine: "clickhouse", err: failure }, "ClickHouse does not answer; its process is killed");
    engine.kill();
    return;
  }
}

/** A statement that reaches the engine, in a session of its own. */
async function ask(url: string): Promise<void> {
  const socketPath = new URL(url).searchParams.get("socket") ?? "";
  const asking = request({
    ...{ socketPath, method: "POST", path: "/?session_id=watch" },
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  });
  asking.end("SELECT 1");
  const [response] = await once(asking, "response");
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(answer.trim());
}
