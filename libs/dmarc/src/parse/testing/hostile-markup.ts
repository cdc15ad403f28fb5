import { listHostile } from "../../envelope/testing/hostile-submission.ts";
import { inserted, plainReport, replaced, withField } from "./plain-report.ts";

const declaration = '<?xml version="1.0"?>';
const before = (text: string): Buffer => Buffer.from(plainReport.replace("<feedback>", `${text}<feedback>`));
const inName = (text: string): Buffer => withField("org_name", text);
const laughs = Array.from({ length: 20 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join("");

/** Entities need a DOCTYPE, and none is read: no file and no address in one is ever opened. */
const doctypes = listHostile({
  "an entity of a file": ["doctype", () => before('<!DOCTYPE f [<!ENTITY x SYSTEM "file:///etc/passwd">]>')],
  "an entity of an address": ["doctype", () => before('<!DOCTYPE f [<!ENTITY x SYSTEM "http://127.0.0.1:9/">]>')],
  "an entity of a host's name": ["doctype", () => before('<!DOCTYPE f [<!ENTITY x SYSTEM "http://x.example/">]>')],
  "a parameter entity of an address": [
    "doctype",
    () => before('<!DOCTYPE f [<!ENTITY % x SYSTEM "http://127.0.0.1:9/a.dtd"> %x;]>'),
  ],
  "a parameter entity in a parameter entity": [
    "doctype",
    () => before("<!DOCTYPE f [<!ENTITY % a \"<!ENTITY b SYSTEM 'file:///dev/random'>\"> %a;]>"),
  ],
  "a DTD at an address": ["doctype", () => before('<!DOCTYPE feedback SYSTEM "http://127.0.0.1:9/a.dtd">')],
  "a public DTD": [
    "doctype",
    () => before('<!DOCTYPE feedback PUBLIC "-//W3C//DTD XHTML 1.0//EN" "http://127.0.0.1:9/">'),
  ],
  "a billion laughs": ["doctype", () => before(`<!DOCTYPE f [<!ENTITY l0 "ha">${laughs}]>`)],
  "one entity a million times": [
    "doctype",
    () =>
      Buffer.from(`<!DOCTYPE f [<!ENTITY x "${"x".repeat(100_000)}">]><feedback>${"&x;".repeat(1_000_000)}</feedback>`),
  ],
  "an entity of itself": ["doctype", () => before('<!DOCTYPE f [<!ENTITY x "&x;">]>')],
  "a DOCTYPE in small letters": ["doctype", () => before("<!doctype f>")],
  "a DOCTYPE in any letters": ["doctype", () => before("<!DoCtYpE f>")],
  "a DOCTYPE that never ends": ["doctype", () => before("<!DOCTYPE f [")],
  "a DOCTYPE behind a comment": ["doctype", () => before("<!-- a --><!DOCTYPE f>")],
  "a DOCTYPE inside the report": ["doctype", () => inserted("<!DOCTYPE f>")],
  "a DOCTYPE inside a field": ["doctype", () => inName("<!DOCTYPE f>")],
  "a DOCTYPE behind the report": ["doctype", () => Buffer.from(`${plainReport}<!DOCTYPE f>`)],
  "a DOCTYPE in UTF-16": [
    "doctype",
    () => Buffer.from(`\ufeff${declaration.replace("?>", ' encoding="UTF-16"?>')}<!DOCTYPE f><feedback/>`, "utf16le"),
  ],
  "a DOCTYPE in a comment": ["report", () => before("<!-- <!DOCTYPE f> -->")],
  "a DOCTYPE in CDATA": ["report", () => inName("<![CDATA[<!DOCTYPE f>]]>")],
  "a DOCTYPE in an attribute": ["not-well-formed", () => replaced("<row>", '<row a="<!DOCTYPE f>">')],
  "a DOCTYPE in an instruction": ["report", () => before("<?x <!DOCTYPE f> ?>")],
  "a DOCTYPE with a blank in it": ["not-well-formed", () => before("<! DOCTYPE f>")],
  "an ENTITY without DOCTYPE": ["not-well-formed", () => before('<!ENTITY x "y">')],
  "an ELEMENT inside the report": ["not-well-formed", () => inserted("<!ELEMENT x ANY>")],
  "a conditional section": ["not-well-formed", () => inserted("<![INCLUDE[ <x/> ]]>")],
});

/** What other readers of XML would fetch. */
const fetched = listHostile({
  "an inclusion": [
    "report unknown-element",
    () => inserted('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="http://127.0.0.1:9/"/>'),
  ],
  "a style sheet": ["report", () => before('<?xml-stylesheet href="http://127.0.0.1:9/a.xsl"?>')],
  "a schema's place": [
    "report",
    () =>
      replaced(
        "<feedback>",
        '<feedback xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://127.0.0.1:9/a.xsd b">',
      ),
  ],
  "a base address": ["report", () => replaced("<feedback>", '<feedback xml:base="http://127.0.0.1:9/">')],
});

const ofEntities = (text: string): Buffer => inName(text);
const bad = "report bad-entity";
const entities = listHostile({
  "an unknown entity": [bad, () => ofEntities("&xxe;")],
  "an entity of HTML": [bad, () => ofEntities("&nbsp;&eacute;")],
  "an entity in capitals": [bad, () => ofEntities("&AMP;")],
  "an entity without semicolon": [bad, () => ofEntities("&amp")],
  "an entity without name": [bad, () => ofEntities("&;")],
  "an entity of 1,000 letters": [bad, () => ofEntities(`&${"x".repeat(1000)};`)],
  "an entity of the prototype": [bad, () => ofEntities("&__proto__;&constructor;")],
  "1,000 unknown entities": [bad, () => ofEntities("&x;".repeat(1000))],
  "an entity of an entity": ["report", () => ofEntities("&amp;lt;script&amp;gt;")],
  "a reference to NUL": [bad, () => ofEntities("&#0;")],
  "a reference to NUL in hexadecimal": [bad, () => ofEntities("&#x0;")],
  "a reference to a control character": [bad, () => ofEntities("&#1;&#x1f;")],
  "a reference to a high surrogate": [bad, () => ofEntities("&#xD800;")],
  "a reference to a low surrogate": [bad, () => ofEntities("&#xDFFF;")],
  "a pair of references to surrogates": [bad, () => ofEntities("&#xD83D;&#xDE00;")],
  "a reference to U+FFFE": [bad, () => ofEntities("&#xFFFE;")],
  "a reference beyond Unicode": [bad, () => ofEntities("&#x110000;")],
  "a reference of 300 digits": [bad, () => ofEntities(`&#${"9".repeat(300)};`)],
  "a reference with leading zeros": ["report", () => ofEntities("&#0000065;")],
  "a reference with a sign": [bad, () => ofEntities("&#-65;&#+65;")],
  "a reference with a fraction": [bad, () => ofEntities("&#65.0;")],
  "a reference with an exponent": [bad, () => ofEntities("&#1e2;")],
  "a reference with a large X": ["report", () => ofEntities("&#X41;")],
  "a reference of Arabic digits": [bad, () => ofEntities("&#\u0666\u0665;")],
  "a reference to a tag": ["report", () => ofEntities("&#60;/org_name&#62;")],
});

const sections = listHostile({
  "CDATA that never ends": ["truncated", () => inName("<![CDATA[")],
  "CDATA in CDATA": ["report", () => inName("<![CDATA[<![CDATA[]]>")],
  "CDATA that ends twice": ["report", () => inName("<![CDATA[a]]>]]>")],
  "CDATA in small letters": ["report unescaped-markup", () => inName("<![cdata[a]]>")],
  "CDATA around a record": [
    "report [] stray-text no-records",
    () => replaced(/<record>[\s\S]*<\/record>/, "<![CDATA[<record/>]]>"),
  ],
  "CDATA around an end tag": ["report", () => inName("<![CDATA[</org_name></feedback>]]>")],
  "10,000 empty CDATA sections": ["report empty-element", () => inName("<![CDATA[]]>".repeat(10_000))],
  "a comment that never ends": ["truncated", () => inserted("<!--")],
  "a comment in a comment": ["report unknown-element", () => inserted("<!-- <!-- --><x/>")],
  "a comment with --": ["report", () => inserted("<!-- a -- b -->")],
  "a comment of three dashes": ["report", () => inserted("<!----->")],
  "a comment that ends where it begins": ["truncated", () => inserted("<!-->")],
  "a comment inside a tag": ["not-well-formed", () => replaced("<row>", "<row <!-- a -->>")],
  "an instruction that never ends": ["truncated", () => inserted("<?x")],
  "an instruction without name": ["report", () => inserted("<??>")],
  "a second declaration": ["report", () => inserted(declaration)],
  "a declaration of version 9.9": ["report", () => replaced('version="1.0"', 'version="9.9"')],
  "a declaration that never ends": ["truncated", () => Buffer.from('<?xml version="1.0"')],
});

export const hostileMarkup = [...doctypes, ...fetched, ...entities, ...sections];
