/** One organization's share of the data. */
export interface OrganizationSpec {
  readonly name: string;
  readonly domains: number;
  readonly reports: number;
  readonly recordsMean: number;
}

/** What a store is filled with: the same spec gives the same data, but for the ids of organizations. */
export interface FillSpec {
  readonly organizations: readonly OrganizationSpec[];
  /** Up to today. */
  readonly days: number;
}

/** What was filled in. */
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
  /** The domains with most reports first. */
  readonly domainIds: readonly string[];
}
