/** Senders without a name, in every view. */
export const UNNAMED = "no known name";
