/** One organization's share of the data. */
export interface OrganizationSpec {
  readonly name: string;
  readonly domains: number;
  readonly reports: number;
  readonly recordsMean: number;
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
  /** The domains with most reports first. */
  readonly domainIds: readonly string[];
}
