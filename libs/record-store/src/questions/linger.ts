/** How long a question waits for others, where many ask: half of what the least of them costs the engine. */
export const lingerMs = 8;
