export { createFairTurns, type FairTurns, toParty } from "./fair-turns.ts";
export { takeLoopTurn } from "./loop-turns.ts";
export { createShares, type Party, type SharesOptions } from "./shares.ts";
export { createWaitingLimit, TooManyQuestionsError } from "./waiting-limit.ts";
