import { createHash } from "node:crypto";
import type { MailTransfer } from "@ruaflow/dmarc";
import { LRUCache } from "lru-cache";
import { createLargeMails } from "./large-mails.ts";
import { type MailAuthentication, MailAuthOutageError } from "./mail-authentication.ts";
import { createMailResolver, type MailResolverOptions } from "./resolver.ts";

/** Nearly all report mails are smaller; one of lines of two characters takes 40 ms. */
const INLINE_BYTES_MAX = 64 * 1024;
/** A mail whose sender has had no working DNS for this long is taken as not proven, so that it cannot wait for ever. */
const PATIENCE_MS = 24 * 60 * 60 * 1000;
const WAITING_MAX = 100_000;

export interface MailAuthenticatorOptions extends MailResolverOptions {
  readonly now?: () => number;
}

/** Authenticates mails. Any number at once; they share lookups. */
export interface MailAuthenticator {
  /**
   * @param transfer the SMTP session that transferred the mail; without it SPF is not checked
   * @throws {MailAuthOutageError} when DNS does not answer what could prove the sender, for at most a day per mail
   */
  authenticate(mail: Uint8Array, transfer?: MailTransfer): Promise<MailAuthentication>;
  stop(): Promise<void>;
}

export function createMailAuthenticator({
  now = Date.now,
  ...options
}: MailAuthenticatorOptions = {}): MailAuthenticator {
  const resolve = createMailResolver(options);
  const largeMails = createLargeMails(options);
  const waitingSince = new LRUCache<string, number>({ max: WAITING_MAX });

  /** Whether this mail has waited for DNS long enough. */
  function isOverdue(mail: Uint8Array): boolean {
    const hash = createHash("sha256").update(mail).digest("base64");
    const since = waitingSince.get(hash) ?? now();
    waitingSince.set(hash, since);
    return now() - since >= PATIENCE_MS;
  }

  return {
    async authenticate(mail, transfer) {
      try {
        if (mail.length > INLINE_BYTES_MAX) return await largeMails.authenticate(mail, transfer);
        // Loaded when the first mail comes: commands that read only files need neither mailauth nor what it brings.
        const { authenticateMail } = await import("./authenticate-mail.ts");
        return await authenticateMail(mail, { ...(transfer && { transfer }), resolve });
      } catch (error) {
        if (!(error instanceof MailAuthOutageError) || !isOverdue(mail)) throw error;
        return { provenBy: "none", reason: "dns-failure", fromDomain: null, subject: "" };
      }
    },
    stop: () => largeMails.stop(),
  };
}
