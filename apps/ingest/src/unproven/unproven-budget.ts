import type { Submission } from "@ruaflow/dmarc";
import type { MailAuthentication } from "@ruaflow/mail-auth";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { Metrics } from "@ruaflow/runtime/metrics";
import { toNeighbourhood, toNetwork, unmap } from "@ruaflow/runtime/work";
import { UnprovenBudgetError } from "../arrivals/errors.ts";
import type { UnprovenLimits } from "../limits.ts";
import type { Route } from "../submission-result.ts";

/** What bounded a mail. */
const bounds = ["network", "domain", "address"] as const;
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
   * Ends a mail with a report of more records than were worth reading, which count as read in vain.
   * @throws {UnprovenBudgetError} always
   */
  exceed(): Promise<never>;
  /** Ends a mail that was taken. Gives back its bytes if nothing of it is kept, or all of its reports turned out to be proven. */
  finish(mail: { readonly isKept: boolean; readonly hasProvenOnly: boolean }): Promise<void>;
}

/**
 * Bounds mail whose sender proves nothing, over all processes. Networks and domains are bounded by what is stored of it. What is read
 * and not stored counts for its address alone: it takes nothing from others of the network.
 */
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
    "Mails whose sender proves nothing, and that were deferred because their address, network or domain had brought enough that day.",
    { bound: bounds },
  );
  const context = { intake, limits, count: (bound: Bound) => deferred.inc({ bound }) };
  return {
    async admit(mail) {
      const { transfer, receivedAt } = mail.submission;
      if (transfer === undefined) return null;
      const proof = await mail.trust.readProof();
      const day = receivedAt.toISOString().slice(0, 10);
      const client = unmap(transfer.clientAddress);
      const places = { network: { day, name: toNeighbourhood(client) }, address: { day, name: toNetwork(client) } };
      const allowance = new Allowance(mail, context, places);
      if (proof?.provenBy === "none") await allowance.takeUnread();
      return allowance;
    },
  };
}

interface DayOf {
  readonly day: string;
  readonly name: string;
}

interface Places {
  readonly network: DayOf;
  readonly address: DayOf;
}

class Allowance implements MailAllowance {
  readonly #mail: ArrivedMail;
  readonly #context: Context;
  readonly #network: DayOf;
  readonly #address: DayOf;
  /** Whether anything of the mail was counted for its network to stay. */
  #isStored = false;
  /** Domains that have counted the mail's bytes. */
  readonly #domains = new Set<string>();
  isUnproven = false;
  recordsMax?: number;

  constructor(mail: ArrivedMail, context: Context, { network, address }: Places) {
    this.#mail = mail;
    this.#context = context;
    this.#network = network;
    this.#address = address;
  }

  /** Counts the mail's bytes for its network, before it is read. */
  async takeUnread(): Promise<void> {
    const { intake, limits } = this.#context;
    const { day } = this.#network;
    const { mailboxDomainIds: names = [] } = this.#mail.route;
    if (await intake.isDomainFull({ day, names }, limits.domain)) await this.#defer("domain", names);
    if (await intake.isReadInVainFull(this.#address, limits.network)) await this.#defer("address", names);
    const bytes = this.#mail.bytes;
    const left = await intake.takeNetworkBytes({ ...this.#network, bytes }, limits.network);
    if (left === null) return this.#defer("network", names);
    this.isUnproven = true;
    this.recordsMax = Math.min(left, limits.domain.recordsMax);
  }

  async take({ domainId, records, isStored }: UnprovenReport): Promise<void> {
    const { intake, limits } = this.#context;
    if (!isStored) return intake.addReadInVain({ ...this.#address, bytes: 0, records });
    const names = domainId === null ? [] : [domainId];
    if (!(await intake.takeNetworkRecords({ ...this.#network, records }, limits.network)))
      return this.#deferRead("network", { names, records });
    if (domainId !== null && !(await this.#takeDomainRoom(domainId, records))) {
      await intake.returnNetworkRoom({ ...this.#network, records });
      return this.#deferRead("domain", { names, records });
    }
    this.#isStored = true;
  }

  async #takeDomainRoom(domainId: string, records: number): Promise<boolean> {
    const { intake, limits } = this.#context;
    const bytes = this.#domains.has(domainId) ? 0 : this.#mail.bytes;
    const room = { day: this.#network.day, name: domainId, bytes, records };
    if (!(await intake.takeDomainRoom(room, limits.domain))) return false;
    this.#domains.add(domainId);
    return true;
  }

  async exceed(): Promise<never> {
    const records = this.recordsMax ?? 0;
    const bound = records < this.#context.limits.domain.recordsMax ? "network" : "domain";
    return this.#deferRead(bound, { names: this.#mail.route.mailboxDomainIds ?? [], records });
  }

  async finish({ isKept, hasProvenOnly }: { isKept: boolean; hasProvenOnly: boolean }): Promise<void> {
    if (!isKept || hasProvenOnly) await this.#returnBytes();
    if (!isKept && this.isUnproven)
      await this.#context.intake.addReadInVain({ ...this.#address, bytes: this.#mail.bytes, records: 0 });
  }

  /** Of a mail that was not authenticated as a whole no bytes were counted. */
  async #returnBytes(): Promise<void> {
    if (!this.isUnproven) return;
    await this.#context.intake.returnNetworkRoom({ ...this.#network, bytes: this.#mail.bytes });
  }

  /** Defers a mail that was read. Its earlier reports may be stored. */
  async #deferRead(bound: Bound, { names, records }: { names: readonly string[]; records: number }): Promise<never> {
    await this.#context.intake.addReadInVain({ ...this.#address, bytes: this.#mail.bytes, records });
    if (!this.#isStored) await this.#returnBytes();
    return this.#defer(bound, names);
  }

  async #defer(bound: Bound, names: readonly string[]): Promise<never> {
    const { intake, count } = this.#context;
    count(bound);
    if (names.length > 0) await intake.countDeferredMail({ day: this.#network.day, names, bytes: this.#mail.bytes });
    throw new UnprovenBudgetError(bound);
  }
}
