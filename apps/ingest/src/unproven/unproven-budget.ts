import type { Submission } from "@ruaflow/dmarc";
import type { MailAuthentication } from "@ruaflow/mail-auth";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { Metrics } from "@ruaflow/runtime/metrics";
import { toNeighbourhood, unmap } from "@ruaflow/runtime/work";
import { UnprovenBudgetError } from "../arrivals/errors.ts";
import type { UnprovenLimits } from "../limits.ts";
import type { Route } from "../submission-result.ts";

/** What bounded a mail. */
const bounds = ["network", "domain"] as const;
type Bound = (typeof bounds)[number];

export interface ArrivedMail {
  readonly submission: Submission;
  readonly route: Route;
  /** Authenticates the mail. */
  readonly trust: { readProof(): Promise<Pick<MailAuthentication, "provenBy"> | null> };
  /** Of the mail as it arrived. */
  readonly bytes: number;
}

/** A report of a mail, as far as the bounds need it. */
export interface UnprovenReport {
  /** `null`: no organization has the domain. */
  readonly domainId: string | null;
  readonly records: number;
  /** Whether anything is stored of it: not of a copy. */
  readonly isStored: boolean;
}

/** What a mail over SMTP may still bring. */
export interface MailAllowance {
  /** Whether nothing is proven of the mail: it then waits behind mail of which something is. */
  readonly isUnproven: boolean;
  /** Records of one report that are worth reading; absent: as many as of any report. */
  readonly recordsMax?: number;
  /**
   * Counts a report that its reporter did not prove.
   * @throws {UnprovenBudgetError} beyond a bound
   */
  take(report: UnprovenReport): Promise<void>;
  /**
   * Ends a mail with a report of more records than were worth reading, which count as read.
   * @throws {UnprovenBudgetError} always
   */
  exceed(): Promise<never>;
  /** Gives back what was taken beforehand, unless a report has turned out to be unproven, or there is none. */
  finish(hasProvenOnly: boolean): Promise<void>;
}

/** Bounds mail whose sender proves nothing, over all processes. */
export interface UnprovenBudget {
  /**
   * Decides before a mail is read whether it may be. Only the mail itself is authenticated for that.
   * `null`: it did not come by SMTP, and nothing bounds it.
   * @throws {UnprovenBudgetError} beyond a bound
   * @throws if DNS does not answer what could prove the sender
   */
  admit(mail: ArrivedMail): Promise<MailAllowance | null>;
}

type Context = Pick<MetadataStore, "intake"> & {
  readonly limits: UnprovenLimits;
  readonly count: (bound: Bound) => void;
};

export function createUnprovenBudget(
  { intake }: Pick<MetadataStore, "intake">,
  limits: UnprovenLimits,
  metrics: Metrics,
): UnprovenBudget {
  const deferred = metrics.counter(
    "ruaflow_unproven_mails_deferred_total",
    "Mails whose sender proves nothing, and that were deferred because their network or domain had brought enough that day.",
    { bound: bounds },
  );
  const context = { intake, limits, count: (bound: Bound) => deferred.inc({ bound }) };
  return {
    async admit(mail) {
      const { transfer, receivedAt } = mail.submission;
      if (transfer === undefined) return null;
      const proof = await mail.trust.readProof();
      const day = receivedAt.toISOString().slice(0, 10);
      const allowance = new Allowance(mail, context, { day, name: toNeighbourhood(unmap(transfer.clientAddress)) });
      if (proof?.provenBy === "none") await allowance.takeUnread();
      return allowance;
    },
  };
}

class Allowance implements MailAllowance {
  readonly #mail: ArrivedMail;
  readonly #context: Context;
  readonly #network: { readonly day: string; readonly name: string };
  /** Domains that have counted the mail's bytes. */
  readonly #domains = new Set<string>();
  isUnproven = false;
  recordsMax?: number;

  constructor(mail: ArrivedMail, context: Context, network: { readonly day: string; readonly name: string }) {
    this.#mail = mail;
    this.#context = context;
    this.#network = network;
  }

  /** Counts the mail's bytes for its network, before it is read. */
  async takeUnread(): Promise<void> {
    const { intake, limits } = this.#context;
    const { day } = this.#network;
    const { mailboxDomainIds: names = [] } = this.#mail.route;
    if (await intake.isDomainFull({ day, names }, limits.domain)) await this.#defer("domain", names);
    const bytes = this.#mail.bytes;
    const left = await intake.takeNetworkBytes({ ...this.#network, bytes }, limits.network);
    if (left === null) return this.#defer("network", names);
    this.isUnproven = true;
    this.recordsMax = Math.min(left, limits.domain.recordsMax);
  }

  async take({ domainId, records, isStored }: UnprovenReport): Promise<void> {
    const { intake, limits } = this.#context;
    const names = domainId === null ? [] : [domainId];
    if (!(await intake.addNetworkRecords({ ...this.#network, records }, limits.network)))
      await this.#defer("network", names);
    if (domainId === null || !isStored) return;
    const bytes = this.#domains.has(domainId) ? 0 : this.#mail.bytes;
    const { day } = this.#network;
    if (!(await intake.takeDomainRoom({ day, name: domainId, bytes, records }, limits.domain)))
      await this.#defer("domain", names);
    this.#domains.add(domainId);
  }

  async exceed(): Promise<never> {
    const { intake, limits } = this.#context;
    const records = this.recordsMax ?? 0;
    await intake.addNetworkRecords({ ...this.#network, records }, limits.network);
    const bound = records < limits.domain.recordsMax ? "network" : "domain";
    return this.#defer(bound, this.#mail.route.mailboxDomainIds ?? []);
  }

  async finish(hasProvenOnly: boolean): Promise<void> {
    if (!this.isUnproven || !hasProvenOnly) return;
    await this.#context.intake.returnNetworkBytes({ ...this.#network, bytes: this.#mail.bytes });
  }

  async #defer(bound: Bound, names: readonly string[]): Promise<never> {
    const { intake, count } = this.#context;
    count(bound);
    if (names.length > 0) await intake.countDeferredMail({ day: this.#network.day, names, bytes: this.#mail.bytes });
    throw new UnprovenBudgetError(bound);
  }
}
