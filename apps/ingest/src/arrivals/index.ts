export { NoRoomError, TooSlowError } from "./errors.ts";
