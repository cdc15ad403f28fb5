/** One organization's share of the data. */
export interface OrganizationSpec {
  readonly name: string;
  /** All, with their copies. */
  readonly domains: number;
  readonly reports: number;
  readonly recordsMean: number;
  readonly portfolio?: PortfolioSpec;
}

/** The domains of a managed service provider. */
export interface PortfolioSpec {
  /** How often each generated domain is there: the databases copy it, which is much faster than generating it. */
  readonly times: number;
  /** Clients that share the domains. */
  readonly references: number;
}

/** The data of a store: the same spec gives the same data, except for the ids of organizations. */
export interface FillSpec {
  readonly organizations: readonly OrganizationSpec[];
  /** Days up to today. */
  readonly days: number;
}

/** The filled data. */
export interface Filled {
  readonly spec: FillSpec;
  /** `YYYY-MM-DD` */
  readonly lastDay: string;
  readonly records: number;
  readonly insertSeconds: number;
  readonly organizations: readonly FilledOrganization[];
}

export interface FilledOrganization {
  readonly id: string;
  readonly reports: number;
  /** The domains with most reports first; of copied domains, those that they were copied from. */
  readonly domainIds: readonly string[];
}
