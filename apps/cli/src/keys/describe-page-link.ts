import type { MetadataStore } from "@ruaflow/metadata-store";
import type { ServiceAddress } from "../stores/api-url.ts";

/** The address that signs a browser in, once. The token is behind the #, which browsers send to no server, so that it is in no log. */
export function toSignInLink(url: string, token: string): string {
  return `${url}/sign-in#${token}`;
}

/**
 * Where to look at what a command has stored: a link that signs in, or how to get one when no service runs or no key may. The page
 * opens on the days that have reports.
 */
export async function describePageLink(
  { tenants }: Pick<MetadataStore, "tenants">,
  organizationId: string,
  { url, isRunning }: ServiceAddress,
): Promise<string> {
  const link = isRunning ? await tenants.createSignInLink(organizationId) : null;
  return link === null
    ? "To look at them in a browser: npm start, then npx ruaflow sign-in\n"
    : `Look at them in a browser on this machine, within 10 minutes:\n  ${toSignInLink(url, link.token)}\n`;
}
