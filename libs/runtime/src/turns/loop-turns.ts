import { readAsker } from "./asker.ts";
import { createFairTurns } from "./fair-turns.ts";

/** One piece of work at a time: there is one event loop. */
const turns = createFairTurns({ places: 1, heavyPlacesMax: 1, shortMs: 0, turnMs: 0, isLimited: false });

/**
 * Waits until the asker may go on with work that blocks the event loop for some milliseconds, such as the rows of a long list.
 * One piece begins per round of the event loop, of the asker who has used least; what goes on until the next round is charged. So a
 * request waits for one piece of other work at most, however many long lists are being read.
 */
export function takeLoopTurn(): Promise<void> {
  return new Promise((resolve, reject) => {
    const work = () =>
      new Promise<void>((leave) => {
        resolve();
        setImmediate(leave);
      });
    turns.use(readAsker(), work).catch(reject);
  });
}
