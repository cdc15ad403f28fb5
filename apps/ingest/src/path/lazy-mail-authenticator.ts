import type { MailAuthenticator } from "@ruaflow/mail-auth";
import { loadMailAuth } from "./load-mail-auth.ts";

/** Authenticates mails with code that is loaded for the first one. */
export function createLazyMailAuthenticator(servers: readonly string[]): MailAuthenticator {
  let loading: Promise<MailAuthenticator> | null = null;
  const load = async () => (await loadMailAuth()).createMailAuthenticator({ servers });
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
