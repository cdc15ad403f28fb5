import type { MailAuthenticator } from "@ruaflow/mail-auth";

/**
 * Authenticates mails with code that is loaded for the first one: the Public Suffix List and what mailauth brings take
 * memory and start-up time, and an import of files needs neither.
 */
export function createLazyMailAuthenticator(servers: readonly string[]): MailAuthenticator {
  let loading: Promise<MailAuthenticator> | null = null;
  const load = async () => {
    const { createMailAuthenticator } = await import("@ruaflow/mail-auth");
    return createMailAuthenticator({ servers });
  };
  return {
    async authenticate(mail, transfer) {
      loading ??= load();
      return (await loading).authenticate(mail, transfer);
    },
    async stop() {
      await (await loading)?.stop();
    },
  };
}
