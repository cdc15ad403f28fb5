import { type Database, tryWithLock } from "@ruaflow/postgres";

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
