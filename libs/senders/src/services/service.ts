import type { ServiceCategory } from "./categories.ts";

/** A named sender of mail. Names of domains are suffixes: `sendgrid.net` stands for all names below it, too. */
export interface Service {
  readonly name: string;
  /** The company that runs it. */
  readonly operator: string;
  readonly category: ServiceCategory;
  /** Suffixes of the forward-confirmed reverse names of its servers. */
  readonly hostnames: readonly string[];
  /** Suffixes of the domains (`d=`) that it signs with as long as the customer has set up no domain. */
  readonly dkimDomains: readonly string[];
  /** Suffixes of the envelope senders that it uses as long as the customer has set up no return path. */
  readonly spfDomains: readonly string[];
  /** Selectors that its documentation tells customers to publish, or that it uses itself. A hint: others may use them. */
  readonly selectors: readonly string[];
  /** Autonomous systems of which each address that sends mail sends for this service. */
  readonly asns: readonly number[];
  /** Networks, as `192.0.2.0/24`, that its published SPF record lists and of which no address is rented out. */
  readonly networks: readonly string[];
  /** Whether it forwards mail of others, so that SPF fails and DKIM may survive. */
  readonly forwards: boolean;
  /** The service on whose servers, or under whose names, this more specific one sends. */
  readonly partOf: string | null;
  /** What to do at the service so that its mail is signed with the customer's domain; `null`: it cannot be. */
  readonly advice: string | null;
  /** The vendor's documentation: the page, where it has a lasting address, or where to search for it. */
  readonly documentation: string;
}
