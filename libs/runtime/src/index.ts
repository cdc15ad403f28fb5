export { deadLetter, drop, ok, type Outcome } from "./outcome.ts";
