import { attentionWeights } from "@ruaflow/metadata-store/attention";
import { EXPECTED_RULE } from "@ruaflow/record-store/reporters";
import { RECORD_FILTER_NAMES } from "../record-query.ts";
import { escapeHtml, writePage } from "./page.ts";

/** `/docs/reports`: what several operations share. Their descriptions link to it. */
export function writeReportsPage(): string {
  const sections = [
    PERIODS,
    writeFilters(),
    CACHE,
    CLASSES,
    writeCompleteness(),
    writeAttention(),
    VERIFICATION,
    UPLOADS,
  ];
  return writePage("Reading reports", `${sections.join("\n")}\n<p><a href="/docs">The API</a></p>`);
}

const PERIODS = `<h2 id="periods">Periods</h2>
<p>Without dates the period is the last 30 UTC days. Sources and failures of one domain cover all days with its reports.
<code>meta</code> shows how many reports are outside the period, and the first and last day with reports.
<code>start_date=&lt;earliest_day&gt;</code> includes every report up to today. See also <a href="/docs/limits#periods">limits</a>.</p>`;

function writeFilters(): string {
  const names = RECORD_FILTER_NAMES.map((name) => `<code>${name}</code>`).join(", ");
  return `<h2 id="filters">Filters of records</h2>
<p>These parameters select messages: ${names}. All figures then count matching messages, and the reports and sources with at
least one. <code>meta</code> is about all reports of the same domains.</p>`;
}

const CACHE = `<h2 id="cache">Caching</h2>
<p>A JSON answer is cached until something changes that it is derived from. It has an <code>ETag</code>. A whole list of more than
1,000 rows has one from the second request on. With <code>If-None-Match</code> the answer is 304 while nothing has changed.</p>`;

const CLASSES = `<h2 id="classes">Classes and causes</h2>
<p>A source has one <code>service</code>, <code>class</code> and <code>cause</code> for each domain, derived from all of its stored
mail about it, whatever the period. New mail, new facts about the address, an override (<code>POST /api/v1/senders/overrides</code>)
and better rules judge it again, mostly within a minute. Until then <code>meta.verdicts</code> says so. A source of several domains
is shown as it is to the domain with most of its failing messages, or if nothing fails, most of its messages.</p>`;

function writeCompleteness(): string {
  return `<h2 id="completeness">Completeness</h2>
<p>${escapeHtml(EXPECTED_RULE)}</p>`;
}

function writeAttention(): string {
  const rows = attentionWeights.reasons.map(
    ({ reason, base, sizeText }) => `<tr><th scope="row">${reason}</th><td>${base}</td><td>${sizeText}</td></tr>`,
  );
  return `<h2 id="attention">Weights of reasons for attention</h2>
<p>The rank of a domain is the sum of the weights of its reasons. The size of a reason adds up to ${attentionWeights.sizeMax}.</p>
<table>
<tr><th scope="col">Reason</th><th scope="col">Weight</th><th scope="col">Its size adds</th></tr>
${rows.join("\n")}
</table>`;
}

const VERIFICATION = `<h2 id="verification">Proof of ownership</h2>
<p>Each of these proves that a domain is yours:</p>
<ul>
<li>the verification token in DNS,</li>
<li>this domain's own mailbox in the <code>rua</code> of its DMARC record,</li>
<li>a parent domain that your organization has verified.</li>
</ul>
<p>Reports that arrive before the verification are held for up to 30 days.</p>`;

const UPLOADS = `<h2 id="uploads">Uploads</h2>
<p>The body is the file itself: XML, gzip, zip, tar, a mail or a mailbox. Its bytes show its type, so <code>Content-Type</code> does
not matter. Or send up to 100 such files as <code>multipart/form-data</code>, under any field names.</p>
<pre>curl -H 'Authorization: Bearer KEY' --data-binary @report.xml.gz {base_url}/v1/reports?name=report.xml.gz
curl -H 'Authorization: Bearer KEY' -F file=@a.zip -F file=@b.eml {base_url}/v1/reports</pre>
<p>Accepted reports are durable when the response is sent. A moment later, <code>status_url</code> shows their outcome.</p>`;
