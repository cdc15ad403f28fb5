import { setTimeout as sleep } from "node:timers/promises";
import { type Database, tryWithLock } from "@ruaflow/postgres";
import pLimit from "p-limit";

const REPLAY_LOCK = 0x72757270;

/**
 * Runs `work` unless another command replays submissions now: each would count as its own what the other one brought.
 * @returns whether it ran
 */
export async function takeReplayTurn(database: Database, work: () => Promise<void>): Promise<boolean> {
  const ran = await tryWithLock(database, REPLAY_LOCK, async () => {
    await work();
    return true;
  });
  return ran ?? false;
}

/** Each holds a connection of the pool while its work needs others. */
const limitTurns = pLimit(2);
const TURN_EVERY_MS = 100;

/** Runs `work` once no other call, of any process, has work for this submission: the second finds what the first has left. */
export async function waitForSubmissionTurn<Result>(
  database: Database,
  submissionId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const key = `replay ${submissionId}`;
  const take = () => tryWithLock(database, key, async () => ({ result: await work() }));
  for (let ran = await limitTurns(take); ; ran = await limitTurns(take)) {
    if (ran !== null) return ran.result;
    await sleep(TURN_EVERY_MS);
  }
}
