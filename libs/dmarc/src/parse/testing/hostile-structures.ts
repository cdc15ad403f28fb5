import { listHostile } from "../../envelope/testing/hostile-submission.ts";
import { inserted, plainReport, replaced, withField } from "./plain-report.ts";

const record = /<record>[\s\S]*<\/record>/.exec(plainReport)?.[0] ?? "";
const metadata = /<report_metadata>[\s\S]*<\/report_metadata>/.exec(plainReport)?.[0] ?? "";
const policy = /<policy_published>[\s\S]*<\/policy_published>/.exec(plainReport)?.[0] ?? "";
const wrap = (name: string): Buffer => Buffer.from(`<${name}>${plainReport.replace(/^<\?xml.*\?>/, "")}</${name}>`);
const doubled = (piece: string): Buffer => replaced(piece, piece + piece);
const nested = (depth: number): Buffer => inserted("<x>".repeat(depth) + "</x>".repeat(depth));

const doubles = listHostile({
  "two roots": ["several-reports", () => Buffer.from(plainReport + plainReport.replace(/^<\?xml.*\?>/, ""))],
  "a report in a report": ["report unknown-element", () => inserted("<feedback></feedback>")],
  "two sets of metadata": ["report duplicate-element", () => doubled(metadata)],
  "two policies": ["report duplicate-element", () => doubled(policy)],
  "two policies for two domains": [
    "report duplicate-element",
    () => replaced(policy, policy + policy.replace("example.com", "other.example")),
  ],
  "two ids": ["report duplicate-element", () => doubled("<report_id>r-1</report_id>")],
  "two periods": ["report duplicate-element", () => doubled("<begin>1709856000</begin>")],
  "two rows in a record": [
    "report duplicate-element",
    () => doubled(/<row>[\s\S]*<\/row>/.exec(plainReport)?.[0] ?? ""),
  ],
  "two counts": ["report duplicate-element", () => replaced("<count>3</count>", "<count>3</count><count>9</count>")],
  "two addresses": [
    "report duplicate-element",
    () => replaced("<source_ip>", "<source_ip>192.0.2.1</source_ip><source_ip>192.0.2.9"),
  ],
  "1,000 counts": ["report duplicate-element", () => replaced("<count>3</count>", "<count>3</count>".repeat(1000))],
  "101 signatures": [
    "report results-cut",
    () =>
      replaced(
        /<dkim>\s+<domain>[\s\S]*?<\/dkim>/,
        "<dkim><domain>example.com</domain><result>pass</result></dkim>".repeat(101),
      ),
  ],
  "the same record twice": ["report [192.0.2.1 3, 192.0.2.1 3]", () => doubled(record)],
});

const orders = listHostile({
  "a record before the metadata": [
    "report",
    () => Buffer.from(plainReport.replace(record, "").replace("<feedback>", `<feedback>${record}`)),
  ],
  "everything in the reverse order": [
    "report",
    () => Buffer.from(`<feedback>${record}${policy}${metadata}</feedback>`),
  ],
  "a record in the metadata": [
    "report [] unknown-element no-records",
    () => Buffer.from(plainReport.replace(record, "").replace("<report_metadata>", `<report_metadata>${record}`)),
  ],
  "a record in a record": ["report unknown-element", () => replaced("<record>", `<record>${record}`)],
  "fields of a record in the report": [
    "report unknown-element",
    () => replaced("<record>", "<source_ip>192.0.2.9</source_ip><record>"),
  ],
  "metadata in the policy": [
    "no-period",
    () => Buffer.from(`<feedback>${policy.replace("<domain>", `${metadata}<domain>`)}${record}</feedback>`),
  ],
  "no metadata": ["no-period", () => replaced(metadata, "")],
  "no policy": ["report missing-element domain-inferred", () => replaced(policy, "")],
  "no record": ["report [] no-records", () => replaced(record, "")],
  "no policy and no record": ["no-domain", () => Buffer.from(`<feedback>${metadata}</feedback>`)],
  "an empty report": ["no-period", () => Buffer.from("<feedback/>")],
  "a report in another root": ["report wrapped-root", () => wrap("x")],
  "a report in HTML": ["report wrapped-root", () => wrap("html")],
  "a report 10 roots deep": [
    "report wrapped-root",
    () => Buffer.from("<x>".repeat(10) + plainReport.replace(/^<\?xml.*\?>/, "") + "</x>".repeat(10)),
  ],
});

const tags = listHostile({
  "tags that cross": ["not-well-formed", () => replaced("</row>", "</record></row>")],
  "an end tag too many": ["not-well-formed", () => inserted("</x>")],
  "an end tag of the root too early": [
    "report [] trailing-content no-records",
    () => replaced("<record>", "</feedback><record>"),
  ],
  "a field that does not end": ["report missing-end-tag", () => replaced("</org_name>", "")],
  "a record that does not end": ["not-well-formed", () => replaced("</record>", "")],
  "a root that does not end": ["report missing-end-tag", () => replaced("</feedback>", "")],
  "a tag without name": ["not-well-formed", () => inserted("<>")],
  "an end tag without name": ["not-well-formed", () => inserted("</>")],
  "a tag that begins with a digit": ["not-well-formed", () => inserted("<1x/>")],
  "a tag that begins with a blank": ["not-well-formed", () => inserted("< x/>")],
  "a tag in capitals": [
    "report letter-case",
    () => Buffer.from(plainReport.replaceAll("report_metadata", "REPORT_METADATA")),
  ],
  "a tag that ends in another case": ["not-well-formed", () => replaced("</row>", "</ROW>")],
  "a tag of the prototype": ["report unknown-element", () => inserted("<__proto__>x</__proto__><constructor/>")],
  "a tag of one emoji": ["report unknown-element", () => inserted("<\u{1f600}/>")],
  "a tag of 128 letters": ["report unknown-element", () => inserted(`<${"x".repeat(128)}/>`)],
  "a tag of 129 letters": ["tag-too-long", () => inserted(`<${"x".repeat(129)}/>`)],
  "an attribute twice": ["report", () => replaced("<row>", '<row a="1" a="2">')],
  "an attribute without value": ["not-well-formed", () => replaced("<row>", "<row a>")],
  "an attribute without quotes": ["not-well-formed", () => replaced("<row>", "<row a=1>")],
  "an attribute that does not end": ["not-well-formed", () => replaced("<row>", '<row a="1>')],
  "16 attributes": ["report", () => replaced("<row>", `<row${attributes(16)}>`)],
  "17 attributes": ["too-many-attributes", () => replaced("<row>", `<row${attributes(17)}>`)],
  "an attribute of 1,100 letters": ["tag-too-long", () => replaced("<row>", `<row a="${"x".repeat(1100)}">`)],
  "markup in a name": ["report unescaped-markup", () => withField("org_name", "<script>alert(1)</script")],
  "elements in a name": ["report unknown-element", () => withField("org_name", "<b>a</b>")],
  "elements 10 deep": ["report unknown-element", () => nested(10)],
  "elements 17 deep": ["too-deep", () => nested(17)],
  "elements 1,000 deep in a name": ["too-deep", () => withField("org_name", "<x>".repeat(1000))],
  "an end tag behind the report": ["report trailing-content", () => Buffer.from(`${plainReport}</feedback>`)],
  "text behind the report": ["report trailing-content", () => Buffer.from(`${plainReport}and so on`)],
  "an element behind the report": ["report trailing-content", () => Buffer.from(`${plainReport}<x/>`)],
  "text before the report": ["not-xml", () => Buffer.from(`x${plainReport}`)],
});

function attributes(count: number): string {
  return Array.from({ length: count }, (_, i) => ` a${i}="1"`).join("");
}

const namespace = (declaration: string): Buffer => replaced("<feedback>", `<feedback ${declaration}>`);
const namespaces = listHostile({
  "a namespace of a path": ["report", () => namespace('xmlns="file:///etc/passwd"')],
  "a namespace of 1,000 letters": ["report", () => namespace(`xmlns="${"x".repeat(1000)}"`)],
  "an empty prefix": ["report", () => namespace('xmlns:=""')],
  "a prefix that is not declared": ["report", () => Buffer.from(plainReport.replaceAll("feedback>", "x:feedback>"))],
  "two colons in a name": ["report unknown-element", () => inserted("<a:b:c/>")],
  "the prefix xml for something else": ["report", () => namespace('xmlns:xml="urn:x"')],
  "the prefix xmlns": ["report", () => namespace('xmlns:xmlns="urn:x"')],
  "a count of another namespace": [
    "report unknown-element",
    () => replaced("<count>", '<count xmlns="urn:x">9</count><count>'),
  ],
  "a record of another namespace": [
    "report unknown-element",
    () => replaced("<record>", '<record xmlns="urn:x"/><record>'),
  ],
  "a prefix that changes its meaning": [
    "report unknown-element",
    () => inserted('<a:x xmlns:a="urn:1"><a:y xmlns:a="urn:2"/></a:x>'),
  ],
});

const kinds = listHostile({
  nothing: ["empty", () => Buffer.alloc(0)],
  "one byte": ["truncated", () => Buffer.from("<")],
  "a page of HTML": ["other", () => Buffer.from("<html><body><p>x</p></body></html>")],
  "SVG with a script": ["other", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  "SOAP without report": ["other", () => Buffer.from("<Envelope><Body/></Envelope>")],
  "JSON of a TLS report": ["tls-report", () => Buffer.from('{"organization-name": "a"}')],
  "a failure report": ["failure-report", () => Buffer.from("Feedback-Type: auth-failure\r\n")],
  prose: ["not-xml", () => Buffer.from("unused")],
});

export const hostileStructures = [...doubles, ...orders, ...tags, ...namespaces, ...kinds];
