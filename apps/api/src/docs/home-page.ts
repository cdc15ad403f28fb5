import { writePage } from "./page.ts";

const description = "Collects DMARC aggregate reports and answers questions about them.";

/** `GET /` as JSON. */
export const homeDocument = {
  name: "Ruaflow",
  description,
  api: "/api/v1",
  documentation: "/docs",
  openapi: "/openapi.json",
};

/** `GET /` in a browser: what the service is, with links. */
export function writeHomePage(): string {
  return writePage(
    "Ruaflow",
    `<p>${description} Requests need an API key; the paths begin with <code>${homeDocument.api}</code>.</p>
<ul>
<li><a href="/docs">API reference</a>, with requests to try</li>
<li><a href="/docs/limits">Limits and defaults</a></li>
<li><a href="/docs/webhooks">Receiving webhooks</a></li>
<li><a href="/docs/problems">Problems</a> and how to solve them</li>
<li><a href="/openapi.json">The OpenAPI document</a></li>
</ul>`,
  );
}
