import type { DisableRule } from "@ruaflow/metadata-store/delivery";
import { readVerificationSnippets } from "@ruaflow/webhooks/signature";
import { escapeHtml, writePage } from "./page.ts";

/** A request that anybody can check a verification with: the signatures are those of this secret, id, time and body. */
export const testVector = {
  secret: "0123456789abcdef",
  body: "{}",
  "webhook-id": "evt_1",
  "webhook-timestamp": "1767225600",
  "webhook-signature": "v1,elDmEfvylKsGBikkphYj+jOcLf+7Vhvs4ZJ2OFx0kyQ=",
  "x-ruaflow-signature": "sha256=f91e3e9f05cc2df64ac1c26f8adccdffda8d1e4a7a8c50a1a08eeadac6ddfec5",
};

const writeIntroduction = (
  disableAfter: DisableRule,
) => `<p>An event comes as an HTTP POST with a JSON body. Answer 2xx within 30 seconds: anything else, a redirect
too, is a failure and is tried again up to 5 times, after about 30 seconds, 3.5 minutes, 24.5 minutes, 2.9 hours and 20 hours;
410 disables the webhook. ${describeDisabling(disableAfter)} Each event is delivered at least once and in no promised order: it may come twice, and an older one
later. The header <code>webhook-id</code> is the event's id: keep the ids that you are done with, and answer 2xx to one of them
without doing anything.</p>
<h2 id="signatures">Signatures</h2>
<p>When the webhook has a secret, each request carries the headers of
Standard Webhooks 1.0.0, whose libraries can be used as they are with a secret that begins with <code>whsec_</code>:</p>
<ul>
<li><code>webhook-id</code>: the event's id, the same in each attempt</li>
<li><code>webhook-timestamp</code>: seconds since 1970 of this attempt; refuse what is more than 5 minutes off</li>
<li><code>webhook-signature</code>: <code>v1,</code> and the HMAC-SHA256, in base64, of
<code>webhook-id.webhook-timestamp.body</code>. While a secret is being changed there are two, with a space between them: one
that is right is enough</li>
</ul>
<p>The key is the secret's own characters or, after <code>whsec_</code>, what stands there in base64. Besides them the header
<code>X-Ruaflow-Signature</code> has <code>sha256=</code> and the HMAC-SHA256, in hexadecimal, of the body alone, whose key is always
the secret as it is given. It cannot tell an old request that somebody sends again from a new one: prefer the others.</p>
<p>Compare in constant time, and check the body as it came in, before anything parses it.</p>`;

/** What disables a webhook here, as the operator has set it, for people. */
function describeDisabling({ failures, hours }: DisableRule): string {
  const span = hours === 0 ? "" : `, the first of them at least ${hours} h before the last`;
  return `It is also disabled when ${failures} of its deliveries in a row have failed after all retries${span}; <code>failure_count</code>,
<code>failing_since</code> and <code>disable_after</code> of a webhook tell how far it is, <code>disabled_reason</code> why it was disabled.`;
}

/** `/docs/webhooks`: how a receiver tells that a request comes from us, with code for it. */
export function writeWebhooksPage(disableAfter: DisableRule): string {
  const snippets = readVerificationSnippets().map(
    ({ language, fileName, text }) => `
<h2 id="${fileName}">${language}</h2>
<pre tabindex="0" aria-label="${fileName}"><code>${escapeHtml(text)}</code></pre>`,
  );
  const vector = Object.entries(testVector).map(([name, value]) => `${name}: ${value}`);
  return writePage(
    "Receiving webhooks",
    `${writeIntroduction(disableAfter)}${snippets.join("\n")}
<h2 id="test-vector">To test with</h2>
<p>Without the check of the time this request is right:</p>
<pre tabindex="0" aria-label="test vector"><code>${escapeHtml(vector.join("\n"))}</code></pre>
<p><a href="/docs">The API</a></p>`,
  );
}
