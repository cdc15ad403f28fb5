let loading: Promise<typeof import("@ruaflow/mail-auth")> | undefined;

/**
 * Loads what only mails need, for the first one: the Public Suffix List and what mailauth brings take memory and start-up time, and an
 * import of files needs neither. Once, since `import` takes 10 µs also for a module that is there.
 */
export function loadMailAuth(): Promise<typeof import("@ruaflow/mail-auth")> {
  loading ??= import("@ruaflow/mail-auth");
  return loading;
}
