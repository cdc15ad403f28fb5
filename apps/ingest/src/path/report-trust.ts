import { buffer } from "node:stream/consumers";
import type { Submission } from "@ruaflow/dmarc";
import type { EnclosingMail } from "@ruaflow/dmarc/envelope";
import type { ReportTrust as Judged, MailAuthentication, MailAuthenticator } from "@ruaflow/mail-auth";
import type { ReportProof } from "@ruaflow/metadata-store/intake";
import { channelKinds, type Trust } from "@ruaflow/report";
import type { ReportDocument } from "../reading/document.ts";
import type { Spool } from "../spool.ts";
import { loadMailAuth } from "./load-mail-auth.ts";

/** How far a report can be trusted. */
export interface ReportTrust {
  readonly trust: Trust;
  /** Why its sender is not proven; `null` unless `trust` is `none`. */
  readonly trustReason: string | null;
  /** The organizational domain that is proven for its mail, and vouches for it; `null`: none is. */
  readonly reporterDomain: string | null;
  /** Organizational domains of the same reporter, `reporterDomain` included. */
  readonly reporterDomains: readonly string[];
  /** If `trust` is `none`, organizational domains of whom it claims to be from. */
  readonly claimedDomains: readonly string[];
  /** Whether `reporterDomain` is that of a reporter that everybody knows. */
  readonly isKnown: boolean;
  /** What its mail proves; `null`: it did not come by mail. */
  readonly proof: ReportProof | null;
}

interface FoundReport {
  readonly document: ReportDocument;
  readonly path: string;
  /** The innermost mail around it. */
  readonly mail: EnclosingMail | null;
}

/**
 * Decides how far the reports of one submission can be trusted. A report is judged by the innermost mail around it: the
 * sender of a mail does not vouch for mails that it encloses, as answers and bounces do.
 */
export interface TrustOfReports {
  /**
   * The mail is authenticated at its first report, once.
   * @throws if DNS does not answer what could prove the sender: the submission must be tried again
   */
  judge(report: FoundReport): Promise<ReportTrust>;
  /**
   * What is proven of the submission itself, for a later reading; `null` if it is not a mail.
   * @throws like `judge`
   */
  readProof(): Promise<MailAuthentication | null>;
}

export interface TrustOptions {
  readonly submission: Submission;
  readonly spool: Spool;
  readonly mailAuthenticator: MailAuthenticator;
  /** What was proven when the submission was received; absent: it is received now. */
  readonly readKnownProof?: () => Promise<MailAuthentication | null>;
}

/** A key holder or the operator supplies the report: no domain vouches for it. */
const supplied = {
  trustReason: null,
  reporterDomain: null,
  reporterDomains: [],
  claimedDomains: [],
  isKnown: false,
  proof: null,
} as const;

export function createTrustOfReports({
  submission,
  spool,
  mailAuthenticator,
  readKnownProof,
}: TrustOptions): TrustOfReports {
  const { channel, transfer } = submission;
  let proof: Promise<MailAuthentication> | null = null;
  let lastNested: Promise<unknown> = Promise.resolve();

  async function authenticateSubmission(): Promise<MailAuthentication> {
    // Keys change and an SMTP session happens once: what was proven on arrival stays.
    const known = await readKnownProof?.();
    return known ?? mailAuthenticator.authenticate(spool.bytes ?? (await buffer(spool.read())), transfer);
  }

  function findProof(mail: EnclosingMail | null): Promise<MailAuthentication> {
    if (mail !== null && mail !== "submission") return authenticateNested(mail);
    proof ??= authenticateSubmission();
    return proof;
  }

  /** One at a time: a submission of costly mails must not fill the queue in which those of others wait. */
  function authenticateNested(mail: Uint8Array): Promise<MailAuthentication> {
    const result = lastNested.then(() => mailAuthenticator.authenticate(mail));
    lastNested = result.catch(() => undefined);
    return result;
  }

  return {
    async judge({ document, path, mail }) {
      if (channel === "upload" || channel === "import") return { ...supplied, trust: channel };
      const isFile = mail === null && channelKinds[channel] === "file";
      if (isFile) return { ...supplied, trust: "import" };
      const { judgeReport, isKnownReporter } = await loadMailAuth();
      const { reporter, email, extraContactInfo } = document.header;
      const authentication = await findProof(mail);
      const { reason, ...judged } = judgeReport(authentication, {
        reporter,
        email,
        extraContactInfo,
        fileName: path,
      });
      const isKnown = judged.reporterDomain !== null && isKnownReporter(judged.reporterDomain);
      return { ...judged, isKnown, trustReason: reason, proof: toProof(authentication, { ...judged, reason }) };
    },
    async readProof() {
      if (channelKinds[channel] === "mail") proof ??= authenticateSubmission();
      return proof;
    },
  };
}

function toProof(
  { fromAddress, fromDomain, proof = null }: MailAuthentication,
  { trust, reason, reporterDomain }: Pick<Judged, "trust" | "reason" | "reporterDomain">,
): ReportProof {
  return { trust, reason, from: fromAddress ?? fromDomain, reporterDomain, evidence: proof };
}
