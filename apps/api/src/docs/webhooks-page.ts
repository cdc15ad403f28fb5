import type { DisableRule } from "@ruaflow/metadata-store/delivery";
import { readVerificationSnippets } from "@ruaflow/webhooks/signature";
import { escapeHtml, writePage } from "./page.ts";

/** A request to test a verification with: the signatures match this secret, id, time and body. */
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
) => `<p>An event is sent as an HTTP POST with a JSON body. Answer 2xx within 30 seconds. Any other answer, including a redirect,
is a failure; the event is then sent again up to 5 times, after about 30 seconds, 3.5 minutes, 24.5 minutes, 2.9 hours and 20 hours.
410 disables the webhook. ${describeDisabling(disableAfter)} Each event is delivered at least once, in no guaranteed order: it may arrive
twice, or after a newer one. The header <code>webhook-id</code> is the event's id: keep the ids that you have processed, and answer
2xx to a repeated id without doing anything.</p>
<h2 id="signatures">Signatures</h2>
<p>When the webhook has a secret, each request carries the headers of
Standard Webhooks 1.0.0; its libraries work unchanged with a secret that begins with <code>whsec_</code>:</p>
<ul>
<li><code>webhook-id</code>: the event's id, the same in each attempt</li>
<li><code>webhook-timestamp</code>: time of this attempt in seconds since 1970; refuse a request that is more than 5 minutes off</li>
<li><code>webhook-signature</code>: <code>v1,</code> and the HMAC-SHA256, in base64, of
<code>webhook-id.webhook-timestamp.body</code>. While a secret is being changed there are two, separated by a space: one
valid signature is enough</li>
</ul>
<p>The key is the secret's characters or, after <code>whsec_</code>, the bytes encoded there in base64. In addition, the header
<code>X-Ruaflow-Signature</code> has <code>sha256=</code> and the HMAC-SHA256, in hexadecimal, of the body alone; its key is always
the secret as given. It has room for one signature: after a new secret is set, it is the previous secret's for 24 hours, or until
<code>PUT /api/v1/webhooks/:id</code> with <code>{"previous_secret": null}</code> says that the endpoint verifies with the new one. It
does not protect against replayed requests: prefer the headers above.</p>
<p>A delivery of <code>POST /api/v1/webhooks/:id/test</code> has the header <code>X-Ruaflow-Test: true</code>, and its body
<code>"test": true</code>: verify it, and do nothing else.</p>
<p>Compare in constant time, and verify the raw body before it is parsed.</p>`;

/** The operator's rule for disabling a webhook, in words. */
function describeDisabling({ failures, hours }: DisableRule): string {
  const span = hours === 0 ? "" : `, the first of them at least ${hours} h before the last`;
  return `It is also disabled when ${failures} of its deliveries in a row have failed after all retries${span}; <code>failure_count</code>,
<code>failing_since</code> and <code>disable_after</code> of a webhook show how close it is, <code>disabled_reason</code> why it was disabled.`;
}

/** `/docs/webhooks`: how a receiver verifies that a request comes from this service, with code. */
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
<h2 id="test-vector">Test vector</h2>
<p>Apart from the check of its time, this request is valid:</p>
<pre tabindex="0" aria-label="test vector"><code>${escapeHtml(vector.join("\n"))}</code></pre>
<p><a href="/docs">The API</a></p>`,
  );
}
