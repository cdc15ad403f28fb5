import { generateKeyPairSync } from "node:crypto";
import type { TestDnsServer } from "@ruaflow/dns/testing";
import { dkimSign } from "mailauth/lib/dkim/sign.js";
import { signFields } from "./sign-fields.ts";

const SELECTOR = "test";

interface PublishOptions {
  /** The DMARC record, for example `v=DMARC1; p=reject`; absent: none. */
  readonly dmarc?: string;
  /** The SPF record, for example `v=spf1 ip4:192.0.2.1 -all`; absent: none. */
  readonly spf?: string;
}

interface SignOptions {
  /** The signing domain: it must have been published. */
  readonly domain: string;
  /** Number of signatures; default 1. */
  readonly signatures?: number;
  /** Bytes of the body that are signed; absent: all. */
  readonly bodyBytes?: number;
  /** Names of the signed fields; absent: those that mailauth signs, `Content-Type` among them. */
  readonly fields?: readonly string[];
  /** Default `rsa-sha256`. */
  readonly algorithm?: string;
}

/** Senders with real keys: publishes records in a DNS server and signs mails. */
export interface MailSender {
  /** Publishes a domain's key, and its DMARC and SPF records. */
  publish(domain: string, options?: PublishOptions): void;
  /** The mail with DKIM signatures in front. */
  sign(mail: Buffer, options: SignOptions): Promise<Buffer>;
}

export function createMailSender(dns: TestDnsServer, bits = 2048): MailSender {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`;
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return {
    publish(domain, { dmarc, spf } = {}) {
      dns.setTxt(`${SELECTOR}._domainkey.${domain}`, record);
      if (dmarc !== undefined) dns.setTxt(`_dmarc.${domain}`, dmarc);
      if (spf !== undefined) dns.setTxt(domain, spf);
    },
    async sign(mail, { domain, signatures = 1, bodyBytes, fields, algorithm = "rsa-sha256" }) {
      if (fields) {
        const field = signFields(mail, { domain, selector: SELECTOR, privateKey: key, fields });
        return Buffer.concat([Buffer.from(field, "latin1"), mail]);
      }
      const one = {
        signingDomain: domain,
        selector: SELECTOR,
        privateKey: key,
        canonicalization: "relaxed/relaxed",
        algorithm,
        ...(bodyBytes !== undefined && { maxBodyLength: bodyBytes }),
      };
      const result = await dkimSign(mail, { ...one, signatureData: [one] });
      return Buffer.concat([Buffer.from(result.signatures.repeat(signatures)), mail]);
    },
  };
}
