/** A record that somebody is to publish. */
export interface RequiredRecord {
  /** Relative to the domain, as most DNS hosts want it. */
  readonly host: string;
  /** The whole name. */
  readonly name: string;
  readonly type: "TXT";
  readonly value: string;
}

export interface RequiredRecords {
  readonly dmarc: RequiredRecord;
  readonly mtaSts: RequiredRecord;
  readonly verification: RequiredRecord;
}

/** What the records of one claim are made from. */
export interface Claim {
  /** Lower-case A-label. */
  readonly domain: string;
  readonly verificationToken: string;
  readonly mailboxToken: string;
  readonly createdAt: Date;
  /** Domain of our mailboxes. */
  readonly reportDomain: string;
}

export const dmarcLabel = "_dmarc";
const mtaStsLabel = "_mta-sts";
export const verificationLabel = "_ruaflow-verification";

/** The mailbox that is this claim's own: reports that reach it belong to it. */
export function toMailbox({ mailboxToken, reportDomain }: Pick<Claim, "mailboxToken" | "reportDomain">): string {
  return `d-${mailboxToken}@${reportDomain}`;
}

/** The three records that we ask the owner of a domain to publish. */
export function listRequiredRecords(claim: Claim): RequiredRecords {
  const toRecord = (host: string, value: string): RequiredRecord => {
    return { host, name: `${host}.${claim.domain}`, type: "TXT", value };
  };
  // Any id will do that changes with the policy (RFC 8461, section 3.1); the time of the claim stays the same.
  const id = claim.createdAt.toISOString().replaceAll(/\D/g, "").slice(0, 14);
  return {
    dmarc: toRecord(dmarcLabel, `v=DMARC1; p=none; rua=mailto:${toMailbox(claim)}`),
    mtaSts: toRecord(mtaStsLabel, `v=STSv1; id=${id}`),
    verification: toRecord(verificationLabel, claim.verificationToken),
  };
}
