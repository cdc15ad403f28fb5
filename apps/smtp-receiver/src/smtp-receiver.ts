import { once } from "node:events";
import type { Ingest } from "@ruaflow/ingest";
import type { Mailbox } from "@ruaflow/metadata-store/domains";
import { type Service, startParts } from "@ruaflow/runtime";
import type { AddressList } from "@ruaflow/runtime/addresses";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import type { SMTPServerOptions } from "smtp-server";
import { type Certificate, type CertificateFiles, readCertificate, watchCertificate } from "./certificate.ts";
import type { SmtpLimits } from "./limits.ts";
import { createSmtpMetrics, observeCertificate } from "./observe.ts";
import { createHandlers } from "./receive-mail.ts";
import { createRecipients } from "./recipients.ts";
import { createSessions } from "./sessions.ts";
import { StrictServer } from "./strict-server.ts";

export interface SmtpReceiverOptions {
  readonly ingest: Pick<Ingest, "arrivals" | "submit">;
  readonly findMailboxes: (tokens: readonly string[]) => Promise<ReadonlyMap<string, Mailbox>>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Host name in the greeting. */
  readonly name: string;
  /** Domain of the mailboxes: a lower-case A-label. */
  readonly reportDomain: string;
  /** The operator's address, for people who write to postmaster or abuse; `null`: not known. */
  readonly postmaster: string | null;
  /** For STARTTLS; `null`: not offered. */
  readonly certificate: CertificateFiles | null;
  /** How often the certificate's files are checked for a change; default 5 s. */
  readonly certificateCheckMs?: number;
  /** Peers that send a PROXY header; `null`: none. */
  readonly proxies: AddressList | null;
  readonly limits: SmtpLimits;
}

export interface SmtpReceiver extends Service {
  readonly port: number;
  /** @throws unless the port accepts connections */
  ping(): Promise<void>;
}

/** How often slow connections are looked for. */
const SWEEP_EVERY_MS = 1000;

/** What the receiver has no use for: it knows no users, and tells nothing about addresses. */
const DISABLED_COMMANDS = ["AUTH", "VRFY", "EXPN", "HELP", "XCLIENT", "XFORWARD", "WIZ", "SHELL", "KILL"];

/**
 * Receives mail for the mailboxes of domains and submits it. It has no code that sends mail. Stopping waits for messages
 * in progress, at most `stopMsMax`.
 */
export function startSmtpReceiver(options: SmtpReceiverOptions): Promise<SmtpReceiver> {
  return startParts(async (started) => {
    const certificate = options.certificate && (await readCertificate(options.certificate));
    const { server, sessions, closeIdle } = createServer(options, certificate);
    started.defer(watchFiles(server, options, certificate));
    const sweeper = setInterval(() => sessions.sweep(), SWEEP_EVERY_MS);
    started.defer(() => clearInterval(sweeper));
    server.listen({ host: options.host, port: options.port });
    await once(server.server, "listening");
    started.defer(() => {
      const closed = new Promise<void>((resolve) => server.close(resolve));
      closeIdle();
      return closed;
    });
    const address = server.server.address();
    return {
      name: "smtp-receiver",
      port: typeof address === "object" && address !== null ? address.port : options.port,
      async ping() {
        if (!server.server.listening) throw new Error("the SMTP port is closed");
      },
    };
  });
}

function createServer(options: SmtpReceiverOptions, certificate: Certificate | null) {
  const { limits, logger, ingest, reportDomain, postmaster, findMailboxes } = options;
  let isStopping = false;
  const metrics = createSmtpMetrics(options.metrics, () => sessions.size);
  const sessions = createSessions(limits, metrics.countClosed);
  const findRecipient = createRecipients({ reportDomain, postmaster, findMailboxes, limits, logger, metrics });
  const isStoppingNow = () => isStopping;
  const handlers = createHandlers({
    ingest,
    limits,
    findRecipient,
    sessions,
    metrics,
    logger,
    isStopping: isStoppingNow,
  });
  const server = new StrictServer(
    { ...toServerOptions(options, certificate), ...handlers },
    { sessions, metrics, messageBytesMax: limits.messageBytesMax },
  );
  if (options.proxies) expectProxyHeaders(server, options.proxies);
  // A broken connection concerns its client only; a port in use is reported by `listening`.
  server.on("error", (error) => logger.debug({ err: error }, "SMTP connection"));
  const closeIdle = () => {
    isStopping = true;
    sessions.closeIdle();
  };
  return { server, sessions, closeIdle };
}

/** smtp-server knows single addresses of load balancers, so those of the ranges are added as they connect. */
function expectProxyHeaders(server: StrictServer, proxies: AddressList): void {
  const known: string[] = [];
  server.options.useProxy = known;
  server.server.prependListener("connection", ({ remoteAddress = "" }) => {
    if (proxies.includes(remoteAddress) && !known.includes(remoteAddress)) known.push(remoteAddress);
  });
}

/** @returns a function that ends the watching */
function watchFiles(
  server: StrictServer,
  { certificate, certificateCheckMs, logger, metrics }: SmtpReceiverOptions,
  first: Certificate | null,
): () => void {
  if (certificate === null || first === null) return () => undefined;
  let { expiresAt } = first;
  observeCertificate(metrics, () => expiresAt);
  return watchCertificate(certificate, {
    ...(certificateCheckMs !== undefined && { everyMs: certificateCheckMs }),
    onChange({ cert, key, ...renewed }) {
      server.updateSecureContext({ cert, key });
      expiresAt = renewed.expiresAt;
      logger.info({ certPath: certificate.certPath }, "the certificate was read again");
    },
    onError: (error) => logger.warn({ err: error }, "the changed certificate cannot be used; the earlier one stays"),
  });
}

function toServerOptions({ name, limits }: SmtpReceiverOptions, tls: Certificate | null): SMTPServerOptions {
  return {
    ...(tls && { cert: tls.cert, key: tls.key }),
    name,
    logger: false,
    disabledCommands: tls ? DISABLED_COMMANDS : [...DISABLED_COMMANDS, "STARTTLS"],
    disableReverseLookup: true,
    // Senders of reports are not asked for a perfect return path.
    lenientAddressParsing: true,
    size: limits.messageBytesMax,
    maxRecipients: limits.recipientsMax,
    maxClients: limits.connectionsMax,
    maxCommandLength: limits.commandBytesMax,
    socketTimeout: limits.idleMsMax,
    closeTimeout: limits.stopMsMax,
  };
}
