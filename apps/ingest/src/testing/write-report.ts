import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

let unique = 0;

/** A small report as its XML, of a report id that no other has. */
export function writeReport(domain: string, { id = `test-${unique++}`, count = 1 } = {}): Buffer {
  return Buffer.from(`<?xml version="1.0"?><feedback>
<report_metadata><org_name>google.com</org_name><email>noreply@google.com</email><report_id>${id}</report_id>
<date_range><begin>1790812800</begin><end>1790899199</end></date_range></report_metadata>
<policy_published><domain>${domain}</domain><p>none</p></policy_published>
<record><row><source_ip>192.0.2.1</source_ip><count>${count}</count>
<policy_evaluated><disposition>none</disposition><dkim>pass</dkim><spf>fail</spf></policy_evaluated></row>
<identifiers><header_from>${domain}</header_from></identifiers><auth_results></auth_results></record></feedback>`);
}

/** A mail that carries a file. */
export function writeMail(name: string, body: Buffer): Buffer {
  const head = [
    "From: noreply@google.com",
    "Subject: Report Domain: example.com",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    `Content-Type: application/gzip; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    "Content-Transfer-Encoding: base64",
    "",
  ];
  return Buffer.from([...head, body.toString("base64"), "--b--", ""].join("\r\n"));
}

/** A zip archive of one file, stored as it is. */
export function writeZip(name: string, body: Buffer): Buffer {
  const path = Buffer.from(name);
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt32LE(crc32(body), 10);
  facts.writeUInt32LE(body.length, 14);
  facts.writeUInt32LE(body.length, 18);
  facts.writeUInt16LE(path.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), facts, path, body]);
  const version = Buffer.from([20, 0]);
  const directory = Buffer.concat([Buffer.from("PK\x01\x02", "latin1"), version, facts, Buffer.alloc(14), path]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, directory, Buffer.from("PK\x05\x06", "latin1"), end]);
}

const TEXTS = ["version", "email", "extra_contact_info", "generator", "org_name"];
const POLICY_TEXTS = ["p", "sp", "np", "adkim", "aspf", "pct", "fo", "testing", "discovery_method"];

/** A report whose header has every text as long as a field may be, and enough random records for several messages. */
export function writeReportOfLongTexts(domain: string, id: string): Buffer {
  const field = (name: string) => `<${name}>${"\u53d7".repeat(8000)}</${name}>`;
  const error = `<error>${"\u53d7".repeat(1024)}</error>`.repeat(100);
  const head = `<?xml version="1.0"?><feedback>${field("version")}<report_metadata>${TEXTS.slice(1).map(field).join("")}
<report_id>${id}${"\u53d7".repeat(8000)}</report_id><date_range><begin>1790812800</begin><end>1790899199</end></date_range>
${error}</report_metadata><policy_published><domain>${domain}</domain>${POLICY_TEXTS.map(field).join("")}</policy_published>`;
  const records = Array.from({ length: 2000 }, () => {
    const comment = randomBytes(750).toString("base64");
    return `<record><row><source_ip>192.0.2.1</source_ip><count>1</count><policy_evaluated><disposition>none</disposition>
<dkim>pass</dkim><spf>fail</spf><reason><type>other</type><comment>${comment}</comment></reason></policy_evaluated></row>
<identifiers><header_from>${domain}</header_from></identifiers><auth_results></auth_results></record>`;
  });
  return Buffer.from(`${head}${records.join("")}</feedback>`);
}
