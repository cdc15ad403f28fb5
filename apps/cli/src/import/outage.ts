/** Shown while a store or the log is unreachable. */
export const STORE_UNREACHABLE = "a store is unreachable; waiting for it";
