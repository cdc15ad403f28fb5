import { toOrganization } from "./names.ts";

const GOOGLE = ".gappssmtp.com";
const MICROSOFT = ".onmicrosoft.com";

/** Shorter names resemble too many others. */
const RESEMBLANCE_CHARS_MIN = 4;

/**
 * Whether Google Workspace signed for a customer that has set up no key: the domain's dots are hyphens there, as in
 * `example-com.20230601.gappssmtp.com`.
 */
export function isGoogleDefaultOf(signer: string, from: string): boolean {
  if (!signer.endsWith(GOOGLE)) return false;
  const customer = signer.slice(0, -GOOGLE.length).split(".")[0];
  return [from, toOrganization(from)].some((domain) => domain?.replaceAll(".", "-") === customer);
}

/** Whether Microsoft 365 signed with the domain that each of its tenants has from the beginning. */
export function isMicrosoftDefault(signer: string): boolean {
  return signer.endsWith(MICROSOFT);
}

const TENANT_SELECTOR = /^selector[12]-([a-z0-9-]{1,63})-onmicrosoft-com$/i;

/** The domain of the tenant of Microsoft 365 whose own key has this selector: `selector1-contoso-onmicrosoft-com`. */
export function findTenant(selector: string): string | null {
  const tenant = TENANT_SELECTOR.exec(selector.trim())?.[1];
  return tenant === undefined ? null : `${tenant.toLowerCase()}${MICROSOFT}`;
}

/** Whether the tenant's name resembles the domain's, as `exampleltd.onmicrosoft.com` does `example.com`. A hint: names are free. */
export function isTenantLike(signer: string, from: string): boolean {
  const tenant = toLetters(signer.slice(0, -MICROSOFT.length).split(".").at(-1) ?? "");
  const name = toLetters((toOrganization(from) ?? from).split(".")[0] ?? "");
  if (Math.min(tenant.length, name.length) < RESEMBLANCE_CHARS_MIN) return tenant === name && name !== "";
  return tenant.includes(name) || name.includes(tenant);
}

function toLetters(label: string): string {
  return label.replace(/[^a-z0-9]/g, "");
}
