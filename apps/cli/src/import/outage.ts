/** Pauses while a store or the log cannot be reached. */
export const RETRY_PAUSES_MS = [250, 500, 1000, 2000];

/** Told meanwhile. */
export const STORE_AWAY = "a store cannot be reached; waiting for it";
