import type { RateLimits } from "@ruaflow/http";
import { EXPORTS_PER_MINUTE, INVALID_KEYS_PER_MINUTE, REQUESTS_PER_MINUTE } from "@ruaflow/http/plan-limits";
import { WEBHOOKS_MAX } from "@ruaflow/metadata-store/delivery";
import { SENDER_OVERRIDES_MAX } from "@ruaflow/metadata-store/sources";
import { type Plan, plans } from "@ruaflow/metadata-store/tenants";
import { BODY_BYTES_MAX } from "../body-limit.ts";
import { PAGE_MAX, PER_PAGE_DEFAULT, PER_PAGE_MAX, WHOLE_LIST_MAX } from "../paging.ts";
import { DAYS_MAX, DEFAULT_DAYS } from "../period.ts";
import { CSV_PLAN, includesPlan, WEBHOOK_PLAN } from "../plan.ts";
import { writePage } from "./page.ts";

export interface LimitsPageOptions {
  /** Absent: requests are not limited. */
  readonly rateLimits?: RateLimits | undefined;
  /** Largest file of an upload in bytes; absent where another process receives uploads. */
  readonly uploadBytesMax?: number;
}

/** `/docs/limits`: limits and defaults, from the constants that the code uses. */
export function writeLimitsPage(options: LimitsPageOptions): string {
  const sections = [writePlans(options), writePages(), writePeriods(), writeBodies(options)];
  return writePage("Limits and defaults", `${sections.join("\n")}\n<p><a href="/docs">The API</a></p>`);
}

function writePlans({ rateLimits }: LimitsPageOptions): string {
  const off = rateLimits === undefined ? "<p>This service does not currently limit requests.</p>" : "";
  return `<h2 id="plans">Plans</h2>${off}
<table>
<tr><th scope="col">Plan</th><th scope="col">Requests per minute and key</th><th scope="col">CSV</th><th scope="col">Webhooks</th></tr>
${plans.map(writePlan).join("\n")}
</table>
<table>
<tr><th scope="row">CSV exports per minute and organization</th><td>${EXPORTS_PER_MINUTE}</td></tr>
<tr><th scope="row">Requests with invalid keys per minute and address</th><td>${INVALID_KEYS_PER_MINUTE}</td></tr>
<tr><th scope="row">Webhooks of an organization</th><td>${WEBHOOKS_MAX}</td></tr>
<tr><th scope="row">Overrides of senders of an organization</th><td>${toCount(SENDER_OVERRIDES_MAX)}</td></tr>
</table>
<p>Each process of the service counts separately. A request over the limit is answered with 429 and <code>Retry-After</code>;
<code>RateLimit</code> and <code>RateLimit-Policy</code> show what is left. A feature above the plan is answered with 403.</p>`;
}

function writePlan(plan: Plan): string {
  const cells = [
    toCount(REQUESTS_PER_MINUTE[plan] ?? 0),
    includesPlan(plan, CSV_PLAN) ? "yes" : "no",
    includesPlan(plan, WEBHOOK_PLAN) ? "yes" : "no",
  ];
  return `<tr><th scope="row">${plan}</th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
}

function writePages(): string {
  return `<h2 id="pages">Pages</h2>
<p><code>per_page</code> is ${PER_PAGE_DEFAULT} by default and at most ${PER_PAGE_MAX}; <code>page</code> is at most
${toCount(PAGE_MAX)}. Each page is read when it is requested: while reports arrive, rows move between pages, so a page may
repeat or miss rows of the previous one. To get every report exactly once, request <code>GET /api/v1/reports?after=</code>, then
repeat it with the <code>meta.next</code> of each response: reports are listed in the order in which they became visible. A CSV
contains every row and ignores <code>page</code> and <code>per_page</code>.</p>
<p>Sources and failures are divided into pages only if a request has <code>page</code> or <code>per_page</code>; without them a response
has up to ${toCount(WHOLE_LIST_MAX)} rows, and <code>meta.total</code> is the number of all.</p>`;
}

function writePeriods(): string {
  return `<h2 id="periods">Periods</h2>
<p>Without dates, aggregate, sources and failures cover the last ${DEFAULT_DAYS} UTC days, including today; sources and failures of
one domain (<code>domain_id</code>) cover all days with its reports. A start date alone
covers the days up to today; an end date alone covers the ${DEFAULT_DAYS} days up to it. A period is at most ${toCount(DAYS_MAX)} days
long. The list of reports has no default period: without dates it contains every report. A report counts for the UTC day in the
middle of its period.</p>`;
}

function writeBodies({ uploadBytesMax }: LimitsPageOptions): string {
  const uploads =
    uploadBytesMax === undefined
      ? "Another process of this service receives uploads and has its own limit."
      : `An uploaded file may have at most ${toSize(uploadBytesMax)}.`;
  return `<h2 id="bodies">Bodies</h2>
<p>Unless an operation says otherwise, a JSON body may have at most ${toSize(BODY_BYTES_MAX)}. ${uploads} A larger body is
answered with 413.</p>
<p>An upload that brings less than the operator's least rate for ten seconds, by default 1 KiB a second, or that takes almost five
minutes, is answered with 408. When the room for uploads is full, the organization that uses most of it is answered with 503 and
<code>Retry-After</code>, and within it the key and the network that do.</p>`;
}

function toCount(count: number): string {
  return count.toLocaleString("en-US");
}

function toSize(bytes: number): string {
  const mib = bytes / (1024 * 1024);
  return mib >= 1 ? `${Math.round(mib * 10) / 10} MiB` : `${Math.round(bytes / 1024)} KiB`;
}
