import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { aReport } from "@ruaflow/report/testing";

let unique = 0;

/** A small report as XML, by default with a unique report id. */
export function writeReport(domain: string, { id = `test-${unique++}`, count = 1 } = {}): Buffer {
  const reporter = { reporter: "google.com", email: "noreply@google.com" };
  const records = [{ count, policyEvaluated: { dkim: "pass" } }];
  return Buffer.from(aReport({ ...reporter, reportId: id, policyPublished: { domain }, records }));
}

/** A mail with an attached file. */
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

/** A zip archive of uncompressed files. */
export function writeZip(...files: readonly { readonly name: string; readonly body: Buffer }[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, body } of files) {
    const path = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(body), 10);
    facts.writeUInt32LE(body.length, 14);
    facts.writeUInt32LE(body.length, 18);
    facts.writeUInt16LE(path.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    locals.push(Buffer.from("PK\x03\x04", "latin1"), facts, path, body);
    directory.push(Buffer.from("PK\x01\x02", "latin1"), Buffer.from([20, 0]), facts, rest, path);
    offset += 30 + path.length + body.length;
  }
  const records = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(records.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, records, Buffer.from("PK\x05\x06", "latin1"), end]);
}

/** A tar archive of files. */
export function writeTar(files: readonly Buffer[]): Buffer {
  const blocks = files.flatMap((body) => {
    const header = Buffer.alloc(512);
    header.write("a.xml");
    header.write(`${body.length.toString(8).padStart(11, "0")}\0`, 124);
    header.write("        0", 148);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    return [header, body, Buffer.alloc(-body.length & 511)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** A report of many records, each from a different address. */
export function writeLargeReport(domain: string, records: number): Buffer {
  const [head = "", record = ""] = writeReport(domain)
    .toString()
    .split(/(?=<record>)/);
  const one = record.replace("</feedback>", "\n");
  const all = Array.from({ length: records }, (_, index) =>
    one.replace("192.0.2.1", `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`),
  );
  return Buffer.from(`${head}${all.join("")}</feedback>`);
}

const TEXTS = ["version", "email", "extra_contact_info", "generator", "org_name"];
const POLICY_TEXTS = ["p", "sp", "np", "adkim", "aspf", "pct", "fo", "testing", "discovery_method"];

/** A report whose header texts have the maximum length, with enough random records for several messages. */
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
