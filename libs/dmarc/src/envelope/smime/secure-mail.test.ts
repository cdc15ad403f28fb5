import { describe, expect, test } from "vitest";
import { openEnvelope } from "../open-envelope.ts";
import { collectEntries, inChunks } from "../testing/collect-entries.ts";
import {
  attachment,
  buildMail,
  buildMultipart,
  type MailPartText,
  text,
  toBase64Lines,
} from "../testing/mail-builder.ts";
import { buildCompressedData, buildSignedData } from "../testing/signed-data-builder.ts";

const xml = '<?xml version="1.0"?>\r\n<feedback/>\r\n';
const entity = Buffer.from(`Content-Type: text/xml; name="a.xml"\r\n\r\n${xml}`);

/** As OpenSSL 3 writes them, the signed one streamed. */
const opensslSigned = `MIAGCSqGSIb3DQEHAqCAMIACAQExDTALBglghkgBZQMEAgEwgAYJKoZIhvcNAQcBoIAkgARMQ29udGVudC1UeXBlOiB0ZXh0L3htbDsgbmFtZT
0iYS54bWwiDQoNCjw/eG1sIHZlcnNpb249IjEuMCI/Pg0KPGZlZWRiYWNrLz4NCgAAAAAAADGB+DCB9QIBATAkMAwxCjAIBgNVBAMMAWECFG+x
n53CDMAPGCPfz+fqgF6hkhiMMAsGCWCGSAFlAwQCAaBpMBgGCSqGSIb3DQEJAzELBgkqhkiG9w0BBwEwHAYJKoZIhvcNAQkFMQ8XDTI2MTEyMz
E1MTU0MVowLwYJKoZIhvcNAQkEMSIEIEOk7UxZ4FIg6q5s1J22bSNlxj3ggGZ3/Az58ZcMwdQ0MAoGCCqGSM49BAMCBEYwRAIgKw810gzHQA0J
cZlPJ0JnW4MxC2aSDMX4wkvTOruNpdkCIFVvXYm4DTuLzRbVW8vraUZ2CH7M3p+PF3lTM2wHlhMfAAAAAAAA`;
const opensslEnveloped = `MIIBTgYJKoZIhvcNAQcDoIIBPzCCATsCAQIxgbehgbQCAQOgUaFPMAkGByqGSM49AgEDQgAEr974PDTNRgXmNWLdqTsfke7PVbqkKE6TxIcL9P
4J5Yjh9KGki7Ujr028Kh8SRINiDoBZePCiT/qwM9Kut//ttjAYBgkrgQUQhkg/AAIwCwYJYIZIAWUDBAEFMEIwQDAkMAwxCjAIBgNVBAMMAWEC
FG+xn53CDMAPGCPfz+fqgF6hkhiMBBhHCwHS5NCTbiRfIVynu46MoQqyd3h4ViUwfA==`;
const authEnveloped = Buffer.from("3082023a060b2a864886f70d0109100117a08202293082022502010031", "hex");
const byPublicKey = Buffer.from("85018c0394e5c174acc3a29c010bfe39167230", "hex");
const byPassword = Buffer.from("8c0d04090302b9ad9295cf901941ffd28301", "hex");
const armoured = "-----BEGIN PGP MESSAGE-----\r\n\r\njA0ECQMC1+7u6+/Xoo//0oMBi7sS\r\n-----END PGP MESSAGE-----\r\n";

const base64 = "Content-Transfer-Encoding: base64";
const smime = (type: string, body: string): Buffer =>
  buildMail(`Content-Type: application/pkcs7-mime; smime-type=${type}; name=smime.p7m\r\n${base64}`, body);
const pgpMime: readonly MailPartText[] = [
  { header: "Content-Type: application/pgp-encrypted", body: "Version: 1\r\n" },
  { header: 'Content-Type: application/octet-stream; name="encrypted.asc"', body: armoured },
];

describe("mail that only its addressee can read is refused as encrypted", () => {
  test.each([
    ["S/MIME enveloped-data", smime("enveloped-data", opensslEnveloped)],
    ["S/MIME that does not say so", buildMail(base64, opensslEnveloped)],
    ["S/MIME authenticated and enveloped data", smime("authEnveloped-data", toBase64Lines(authEnveloped))],
    ["S/MIME as an attachment", buildMultipart([text("hi"), attachment("smime.p7m", authEnveloped)])],
    [
      "S/MIME that is signed around it",
      smime("signed-data", toBase64Lines(buildSignedData(smime("enveloped-data", opensslEnveloped)))),
    ],
    ["PGP/MIME", buildMultipart(pgpMime, "encrypted; protocol=application/pgp-encrypted")],
    ["PGP/MIME that a gateway made a multipart/mixed", buildMultipart(pgpMime)],
    ["inline PGP", buildMail("Content-Type: text/plain", armoured)],
    ["inline PGP behind words", buildMail("Content-Type: text/plain", `Hello,\r\n\r\n${armoured}`)],
    ["a report for a key of PGP", buildMultipart([attachment("a.xml.gz.gpg", byPublicKey)])],
    ["a report under a password of PGP", buildMultipart([attachment("a.xml.gz.gpg", byPassword)])],
    ["a file of S/MIME", Buffer.from(opensslEnveloped, "base64")],
    ["a file of PGP", Buffer.from(armoured)],
  ])("%s", async (_, submission) => {
    const found: unknown[] = [];
    for await (const entry of openEnvelope(inChunks(submission))) found.push(entry);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ kind: "refused", reason: "encrypted" });
    expect(found[0]).toHaveProperty("detail", expect.stringContaining("Ask its sender"));
  });

  test("while a report beside it is read", async () => {
    const mail = buildMultipart([attachment("smime.p7m", authEnveloped), attachment("a.xml", Buffer.from(xml))]);
    expect(await collectEntries(mail)).toEqual(["s > smime.p7m: encrypted", `s > a.xml: ${xml}`]);
  });

  test("and text signed with PGP is read", async () => {
    const signed = `-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA256\r\n\r\n${xml}-----BEGIN PGP SIGNATURE-----\r\n`;
    expect((await collectEntries(buildMail("X-Any: 1", signed))).join()).toContain("<feedback/>");
  });
});

describe("what S/MIME compressed is read", () => {
  test.each([
    ["whole", buildCompressedData(entity)],
    ["in pieces", buildCompressedData(entity, 20)],
    ["around what is signed", buildCompressedData(smime("signed-data", toBase64Lines(buildSignedData(entity))))],
    [
      "inside of what is signed",
      buildSignedData(smime("compressed-data", toBase64Lines(buildCompressedData(entity, 7)))),
    ],
    ["around a report that is no mail", buildCompressedData(Buffer.from(xml))],
  ])("%s", async (_, data) => {
    const packed = attachment("smime.p7z", data, "application/pkcs7-mime; smime-type=compressed-data");
    for (const mail of [smime("compressed-data", toBase64Lines(data)), buildMultipart([packed]), data]) {
      const found = await collectEntries(mail);
      expect(found).toHaveLength(1);
      expect(found[0]).toContain("<feedback/>");
    }
  });
});

describe("what S/MIME signed without hiding it is read", () => {
  test.each([
    ["whole", buildSignedData(entity)],
    ["in pieces", buildSignedData(entity, 20)],
    ["in pieces of one byte", buildSignedData(entity, 1)],
    ["by OpenSSL", Buffer.from(opensslSigned, "base64")],
    ["around what is signed", buildSignedData(smime("signed-data", toBase64Lines(buildSignedData(entity))))],
  ])("%s", async (_, signed) => {
    expect((await collectEntries(smime("signed-data", toBase64Lines(signed)))).join()).toMatch(/a\.xml: <\?xml/);
    expect((await collectEntries(buildMail("Content-Transfer-Encoding: binary", signed))).join()).toContain(
      "<feedback/>",
    );
    expect((await collectEntries(buildMultipart([attachment("smime.p7m", signed)]))).join()).toContain("<feedback/>");
    expect((await collectEntries(signed)).join()).toContain("<feedback/>");
  });

  test("also when it is the report itself, and no mail", async () => {
    const signed = buildSignedData(Buffer.from(xml));
    expect(await collectEntries(smime("signed-data", toBase64Lines(signed)))).toEqual([`s > signed content: ${xml}`]);
  });

  test("and a signature that stands beside what it signs is nothing", async () => {
    const signature = attachment("smime.p7s", buildSignedData(null), "application/pkcs7-signature");
    const mail = buildMultipart([attachment("a.xml", Buffer.from(xml)), signature], "signed");
    expect(await collectEntries(mail)).toEqual([`s > a.xml: ${xml}`]);
  });
});
