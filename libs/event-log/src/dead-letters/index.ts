export { createDeadLetters, type DeadLetters } from "./dead-letters.ts";
export type { DeadLetter, LetterWithMessage } from "./letter.ts";
export { planReplay, type ReplayPlan } from "./plan-replay.ts";
