import { toExplanation } from "@ruaflow/ingest/explain";
import { expect, test } from "vitest";
import { explainFile } from "./explain-file.ts";
import { toText } from "./to-text.ts";

const XML = `<feedback><report_metadata><org_name>r.example</org_name><report_id>1</report_id>
<date_range><begin>1767225600</begin><end>1767311999</end></date_range></report_metadata>
<policy_published><domain>d.example</domain><p>none</p></policy_published>
<record><row><source_ip>192.0.2.1</source_ip><count>1</count>
<policy_evaluated><disposition>none</disposition><dkim>pass</dkim><spf>pass</spf></policy_evaluated></row>
<identifiers><header_from>d.example</header_from></identifiers></record></feedback>`;

test("counts of one are singular", async () => {
  async function* open() {
    yield Buffer.from(XML);
  }
  const explained = await explainFile({ name: "a.xml", sizeBytes: XML.length, changedMs: 0, open });
  expect(toText(explained)).toContain("1 message in 1 record: 1 passed DMARC, 0 failed");
  const [report] = explained.reports;
  const warnings = [{ code: "unknown-element" as const, path: "/feedback", count: 1 }];
  const reports = report ? [{ ...report, warnings, totals: { ...report.totals, records: 2, recordsSkipped: 1 } }] : [];
  const text = toText({ ...explained, reports });
  expect(text).toContain("... and 1 more record\n");
  expect(text).toContain("1 record could not be read and was skipped");
  expect(text).toContain(
    "    warning    A field that is not part of the format was ignored. [unknown-element at /feedback, 1 time]\n",
  );
});

test("a damaged report is explained with its line, a piece of it and the reporter, as text and as JSON", async () => {
  async function* open() {
    yield Buffer.from(XML.replace("</count>", "</source_ip>"));
  }
  const explained = await explainFile({ name: "a.xml", sizeBytes: XML.length, changedMs: 0, open });
  const facts = { line: 4, reporter: "r.example" };
  expect(toExplanation(explained).rejections).toMatchObject([{ ...facts, reason: "not-well-formed" }]);
  const [{ column = 0, excerpt = "" } = {}] = toExplanation(explained).rejections;
  expect(XML.replace("</count>", "</source_ip>").split("\n")[3]).toContain(excerpt);
  expect(toText(explained)).toContain(
    `  refused: a.xml: The report is damaged: its tags do not fit together (line 4, column ${column}: “${excerpt}”). `,
  );
  expect(toText(explained)).toContain("Otherwise ask the reporter, “r.example”, to send it again.");
});

test("the mails of a mailbox are counted, with reports or without", async () => {
  const mailbox = `From a@b\nSubject: 1\n\n${XML}\nFrom a@b\nSubject: 2\n\nno report\n`;
  async function* open() {
    yield Buffer.from(mailbox);
  }
  const explained = await explainFile({ name: "a.mbox", sizeBytes: mailbox.length, changedMs: 0, open });
  expect(explained).toMatchObject({ mails: 2, reports: [{ path: "a.mbox > mail 1 > part 1" }] });
  expect(toText(explained)).toContain("a.mbox\n  a mailbox of 2 mails\n");
  expect(toExplanation(explained)).toMatchObject({ mails: 2 });
});
