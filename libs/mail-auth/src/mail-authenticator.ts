import { createHash } from "node:crypto";
import type { MailTransfer } from "@ruaflow/dmarc";
import { LRUCache } from "lru-cache";
import { authenticateMail, isCheap, verifySignatures } from "./authenticate-mail.ts";
import { createCostlyMails } from "./costly-mails.ts";
import { createUnproven, type MailAuthentication, MailAuthOutageError } from "./mail-authentication.ts";
import { createMailResolver, type MailResolverOptions } from "./resolver.ts";

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
  const costlyMails = createCostlyMails();
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
        return await authenticateMail(mail, {
          ...(transfer && { transfer }),
          resolve,
          verify: (text, keys) =>
            isCheap(mail, text)
              ? verifySignatures(mail, keys, text)
              : costlyMails.verify(toNetwork(transfer?.clientAddress ?? ""), { mail, keys }),
        });
      } catch (error) {
        if (!(error instanceof MailAuthOutageError) || !isOverdue(mail)) throw error;
        return createUnproven("dns-failure");
      }
    },
    stop: () => costlyMails.stop(),
  };
}

/** About a /24 or a /48: who has one address has its neighbours, too. */
function toNetwork(address: string): string {
  const ipv4 = /(\d+\.\d+\.\d+)\.\d+$/.exec(address)?.[1];
  return ipv4 ?? address.split(":").slice(0, 3).join(":");
}
