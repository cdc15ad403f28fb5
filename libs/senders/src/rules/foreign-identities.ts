import type { Service } from "../services/service.ts";
import { isGoogleDefaultOf, isMicrosoftDefault } from "./default-signatures.ts";
import type { GroupFacts } from "./group-facts.ts";
import type { Identity } from "./identities.ts";
import { isForwardingService } from "./source-facts.ts";

/** Signatures that Google Workspace makes for this domain's customer as long as the customer has set up no key. */
export function googleDefaults({ foreignDkim, from }: GroupFacts): Identity[] {
  return foreignDkim.filter(({ domain }) => isGoogleDefaultOf(domain, from));
}

/** Signatures with the domains that tenants of Microsoft 365 have from the beginning. */
export function microsoftDefaults({ foreignDkim }: GroupFacts): Identity[] {
  return foreignDkim.filter(({ domain }) => isMicrosoftDefault(domain));
}

/** Signatures of services at which a customer wrote the mail. */
export function serviceSignatures({ foreignDkim }: GroupFacts): Identity[] {
  return foreignDkim.filter(({ domain, service }) => isAuthor(service) && !isTenant(domain));
}

/**
 * Envelope senders of such services. Not those of mailbox providers, which put an address of their own into the envelope of mail that they
 * forward; mail written there is signed.
 */
export function serviceEnvelopes({ foreignSpf }: GroupFacts): Identity[] {
  return foreignSpf.filter(({ service }) => isAuthor(service) && !isForwardingService(service));
}

/** A service whose signature or envelope means that a customer wrote the mail there. */
function isAuthor(service: Service | null): service is Service {
  return service !== null && service.category !== "forwarding" && service.category !== "security_gateway";
}

function isTenant(signer: string): boolean {
  return isMicrosoftDefault(signer) || signer.endsWith(".gappssmtp.com");
}
