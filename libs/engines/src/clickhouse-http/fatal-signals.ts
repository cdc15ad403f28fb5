/** What a process raises that cannot go on: V8 without memory aborts, a failed check traps, a wild pointer faults. */
const FATAL_SIGNALS = ["SIGABRT", "SIGTRAP", "SIGILL", "SIGSEGV", "SIGBUS", "SIGFPE", "SIGSYS"] as const;

/**
 * Lets fatal signals end the process at once, as without chdb. The engine takes these signals whenever it opens its first
 * session. Its handlers wait up to 300 s for a log thread that chdb does not have: a process without memory sleeps with its
 * port open and ignores SIGTERM, and no supervisor sees that it is dead.
 *
 * Node has no function that sets a signal to its default action. It does so itself when the last listener is removed.
 */
export function endAtOnceOnFatalSignals(): void {
  const ignore = () => undefined;
  for (const signal of FATAL_SIGNALS) process.on(signal, ignore).removeListener(signal, ignore);
}
