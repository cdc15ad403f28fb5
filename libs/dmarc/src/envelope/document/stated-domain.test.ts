import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openEnvelope } from "../open-envelope.ts";

const TLS_REPORT = JSON.stringify({
  "organization-name": "Company-X",
  "report-id": "5065427c-23d3@company-x.example",
  policies: [{ policy: { "policy-type": "sts", "policy-domain": "Company-Y.example." }, summary: {} }],
});

const failureMail = (domain: string) => `From: <a@reporter.example>
Content-Type: multipart/report; report-type=feedback-report; boundary=b

--b
Content-Type: text/plain

A failure.
--b
Content-Type: message/feedback-report

Feedback-Type: auth-failure
User-Agent: Reporter/1.0
Version: 1
Reported-Domain: ${domain}

--b--
`;

async function readEntries(body: string | Uint8Array) {
  const entries = [];
  const bytes = (async function* () {
    yield Buffer.from(body);
  })();
  for await (const entry of openEnvelope(bytes)) entries.push(entry);
  return entries;
}

test.each([
  ["a TLS report", TLS_REPORT, "tls-report", "company-y.example"],
  ["a packed TLS report", gzipSync(TLS_REPORT), "tls-report", "company-y.example"],
  ["a failure report", failureMail("Example.ORG"), "failure-report", "example.org"],
  ["a failure report without a valid domain", failureMail("a b..c"), "failure-report", null],
  ["a TLS report without a domain", '{"policies":[]}', "tls-report", null],
  ["a domain with a control character", '{"policies":[{"policy-domain":"a\u0000.example"}]}', "tls-report", null],
])("%s is recognized with the domain that it states", async (_name, body, what, domain) => {
  expect(await readEntries(body)).toMatchObject([{ kind: "not-aggregate", what, domain }]);
});

test("what is no report states no domain", async () => {
  expect(await readEntries("hello")).toMatchObject([{ kind: "not-aggregate", what: "no-report", domain: null }]);
});
