export const ORGANIZATIONS = 100;
export const DOMAINS = 10_000;
/** Domains that are deleted while it is measured, with as many reports each, however many there are in all. */
export const DELETED_DOMAINS = 5;
export const DELETED_REPORTS = 2_000;
/** The organization whose lists are measured, with half of all reports and three tenths of the domains. */
export const LARGE_ORGANIZATION = toOrganizationId(0);
/** The organization of the domains that are deleted. */
export const SMALL_ORGANIZATION = toOrganizationId(ORGANIZATIONS);

export function toDomainId(number: number): string {
  return `dom_${String(number).padStart(26, "0")}`;
}

function toOrganizationId(number: number): string {
  return `org_${String(number).padStart(26, "0")}`;
}

/** SQL: the number of the organization of the domain `n`. */
export const ORGANIZATION_OF = `CASE WHEN n >= ${DOMAINS} THEN ${ORGANIZATIONS} WHEN n % 10 < 3 THEN 0 ELSE n % ${ORGANIZATIONS} END`;

/**
 * Chooses the domain of a report as the filled ones are spread: half go to the domains of the large organization, which have the
 * last digits 0 to 2, and few domains have most of them.
 */
export function chooseOwner(): { readonly organizationId: string; readonly domainId: string } {
  const tens = Math.floor((DOMAINS / 10) * Math.random() ** 2) * 10;
  const isLarge = Math.random() < 0.5;
  const domain = tens + (isLarge ? Math.floor(Math.random() * 3) : 3 + Math.floor(Math.random() * 7));
  return { organizationId: toOrganizationId(isLarge ? 0 : domain % ORGANIZATIONS), domainId: toDomainId(domain) };
}

/** SQL: the number of the domain of the report `n`, spread in the same way. `place` is at random, from 0 to 1. */
export const DOMAIN_OF = `floor(${DOMAINS / 10} * power(place, 2))::int * 10 + CASE WHEN n % 2 = 0 THEN n / 2 % 3 ELSE 3 + n / 2 % 7 END`;
