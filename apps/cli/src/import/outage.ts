/** Told while a store or the log cannot be reached. */
export const STORE_AWAY = "a store cannot be reached; waiting for it";
