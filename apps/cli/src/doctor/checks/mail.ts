import { X509Certificate } from "node:crypto";
import { Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { createDns, isOwnReportDomain, parseDnsServers, REPORT_DOMAIN_UNSET } from "@ruaflow/dns";
import { type Check, failed, mayHaveRole, notNeeded, ok, type Situation, skipped, warning } from "../check.ts";

const DAY_MS = 86_400_000;
const CERTIFICATE_WARNING_DAYS = 14;
/** A name that exists and has TXT records (RFC 2606, run by IANA). */
const KNOWN_NAME = "example.com";

const usesDomain = (situation: Situation) => mayHaveRole(situation, "api", "smtp-receiver", "keeper");
const withoutDomain = (situation: Situation) =>
  usesDomain(situation) ? skipped("RUAFLOW_REPORT_DOMAIN is not set") : notNeeded(situation);

/** Where servers are used, the settings of receiving mail are those of the smtp-receiver's process alone. */
function isReceiverElsewhere({ roles, settings }: Situation): boolean {
  if (settings.RUAFLOW_SMTP_NAME !== undefined || settings.RUAFLOW_SMTP_CERT !== undefined) return false;
  return roles === null ? settings.DATABASE_URL !== undefined : !roles.includes("smtp-receiver");
}
const ELSEWHERE = "checked where the smtp-receiver runs";

const listServers = ({ settings }: Situation) => parseDnsServers(settings.RUAFLOW_DNS_SERVERS ?? "");

export const dnsCheck: Check = {
  name: "DNS",
  async run(situation) {
    const startedAt = performance.now();
    const answer = await createDns({ servers: listServers(situation) }).lookUpTxt(KNOWN_NAME);
    const ms = Math.round(performance.now() - startedAt);
    if (answer.kind === "answered") return ok(`${KNOWN_NAME} was answered in ${ms} ms`);
    const detail = `${KNOWN_NAME} was not answered: ${answer.reason}`;
    return warning(
      detail,
      "Set RUAFLOW_DNS_SERVERS to resolvers that answer: domains are verified and senders of mails proven by DNS.",
    );
  },
};

/** The service says the same when it starts. */
export const reportDomainCheck: Check = {
  name: "report domain",
  async run(situation) {
    const { RUAFLOW_REPORT_DOMAIN: domain } = situation.settings;
    if (isOwnReportDomain(domain)) return ok(domain);
    if (!usesDomain(situation)) return notNeeded(situation);
    const [detail = "", fix = ""] = REPORT_DOMAIN_UNSET.split(/(?<=\.) /);
    return warning(detail, fix);
  },
};

export const mxCheck: Check = {
  name: "MX of the report domain",
  async run(situation) {
    const { RUAFLOW_REPORT_DOMAIN: domain, RUAFLOW_SMTP_NAME: name = domain } = situation.settings;
    if (!isOwnReportDomain(domain)) return withoutDomain(situation);
    if (isReceiverElsewhere(situation)) return skipped(ELSEWHERE);
    const resolver = new Resolver({ timeout: 2000, tries: 2 });
    const servers = listServers(situation);
    if (servers.length > 0) resolver.setServers(servers);
    const records = await resolver.resolveMx(domain).catch(() => []);
    const hosts = records.map(({ exchange }) => exchange.toLowerCase());
    if (hosts.includes(name.toLowerCase())) return ok(`${domain} MX ${hosts.join(", ")}`);
    const found = hosts.length === 0 ? `${domain} has no MX record` : `${domain} MX ${hosts.join(", ")}`;
    return warning(
      found,
      `Publish ${domain} MX 10 ${name}, or set RUAFLOW_SMTP_NAME to the host that the record names.`,
    );
  },
};

/** Without it receivers send no reports to another domain than the one that they are about (RFC 9990). */
export const permissionCheck: Check = {
  name: "permission to send reports",
  async run(situation) {
    const { RUAFLOW_REPORT_DOMAIN: domain } = situation.settings;
    if (!isOwnReportDomain(domain)) return withoutDomain(situation);
    const answer = await createDns({ servers: listServers(situation) }).lookUpTxt(
      `doctor.example._report._dmarc.${domain}`,
    );
    const isGiven = answer.kind === "answered" && answer.texts.some((text) => /^v=DMARC1\b/i.test(text));
    if (isGiven) return ok(`*._report._dmarc.${domain}`);
    const record = `*._report._dmarc.${domain} TXT "v=DMARC1"`;
    return warning(`no record for domains in general`, `Publish ${record}, or one such record for each domain.`);
  },
};

export const certificateCheck: Check = {
  name: "certificate for STARTTLS",
  async run(situation) {
    const {
      RUAFLOW_REPORT_DOMAIN: domain,
      RUAFLOW_SMTP_CERT: path,
      RUAFLOW_SMTP_NAME: name = domain,
    } = situation.settings;
    if (!isOwnReportDomain(domain)) return withoutDomain(situation);
    if (isReceiverElsewhere(situation)) return skipped(ELSEWHERE);
    if (path === undefined)
      return warning("mail is received without TLS", "Set RUAFLOW_SMTP_CERT and RUAFLOW_SMTP_KEY.");
    const certificate = new X509Certificate(await readFile(path));
    const days = Math.floor((Date.parse(certificate.validTo) - Date.now()) / DAY_MS);
    const detail = `${path}, valid until ${certificate.validTo}`;
    if (days < 0) return failed(detail, "Renew the certificate: it is read again without a restart.");
    if (days < CERTIFICATE_WARNING_DAYS)
      return warning(detail, "Renew the certificate: it is read again without a restart.");
    if (certificate.checkHost(name) === undefined)
      return warning(
        `${detail}, not for ${name}`,
        "Get a certificate for the MX name, which RUAFLOW_SMTP_NAME states.",
      );
    return ok(detail);
  },
};
