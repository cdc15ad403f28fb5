import { type Mailbox, toMailbox } from "./mailbox.ts";

/** A record that the owner of a domain must publish. */
export interface RequiredRecord {
  /** Relative to the domain, as most DNS providers expect it. */
  readonly host: string;
  /** The full name. */
  readonly name: string;
  readonly type: "TXT";
  readonly value: string;
}

export interface RequiredRecords {
  readonly dmarc: RequiredRecord;
  readonly mtaSts: RequiredRecord;
  readonly verification: RequiredRecord;
}

/** The facts that determine a claim's records. */
export interface Claim extends Mailbox {
  /** Lower-case A-label. */
  readonly domain: string;
  readonly verificationToken: string;
  readonly createdAt: Date;
  /** Parent domains that the same organization has verified, nearest first. */
  readonly parents?: readonly ParentClaim[];
}

/** A parent domain that the claim's organization has verified. */
export interface ParentClaim {
  /** Lower-case A-label. */
  readonly domain: string;
  readonly mailboxToken: string;
}

const dmarcLabel = "_dmarc";
const mtaStsLabel = "_mta-sts";
export const verificationLabel = "_ruaflow-verification";

/** The three records that the owner of a domain must publish. */
export function listRequiredRecords(claim: Claim): RequiredRecords {
  const toRecord = (host: string, value: string): RequiredRecord => {
    return { host, name: `${host}.${claim.domain}`, type: "TXT", value };
  };
  // Any id that changes with the policy is valid (RFC 8461, section 3.1); the time of the claim never changes.
  const id = claim.createdAt.toISOString().replaceAll(/\D/g, "").slice(0, 14);
  return {
    dmarc: toRecord(dmarcLabel, `v=DMARC1; p=none; rua=mailto:${toMailbox(claim)}`),
    mtaSts: toRecord(mtaStsLabel, `v=STSv1; id=${id}`),
    verification: toRecord(verificationLabel, claim.verificationToken),
  };
}
