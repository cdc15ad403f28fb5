import { writePage } from "./page.ts";

const description = "Collects DMARC aggregate reports and answers questions about them.";

/** What `GET /` answers as JSON. */
export const homeDocument = {
  name: "Ruaflow",
  description,
  api: "/api/v1",
  documentation: "/docs",
  openapi: "/openapi.json",
};

/** `GET /` in a browser: what this is, and where to go on. */
export function writeHomePage(): string {
  return writePage(
    "Ruaflow",
    `<p>${description} Requests need an API key; the paths begin with <code>${homeDocument.api}</code>.</p>
<ul>
<li><a href="/docs">The API</a>, to read and to try</li>
<li><a href="/docs/limits">Limits and defaults</a></li>
<li><a href="/docs/webhooks">Receiving webhooks</a></li>
<li><a href="/docs/problems">Problems</a> and what to do about them</li>
<li><a href="/openapi.json">The OpenAPI document</a></li>
</ul>`,
  );
}
