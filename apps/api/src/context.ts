import type { Dns } from "@ruaflow/dns";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { DisableRule } from "@ruaflow/metadata-store/delivery";
import type { RecordStore } from "@ruaflow/record-store";
import type { ServiceMap } from "@ruaflow/senders";
import type { ReadFacts } from "@ruaflow/verdicts/facts";
import type { Sender } from "@ruaflow/webhooks";
import type { WebhookUrlCheck } from "@ruaflow/webhooks/address";

/** Computes an answer again while rows are removed or changed under it. */
export type InOneSnapshot = <Answer>(organizationId: string, computing: Computing<Answer>) => Promise<Answer>;

interface Computing<Answer> {
  readonly compute: () => Promise<Answer>;
  /** Whether the answer is on its way already, so that it cannot be computed again; absent: it never is. */
  readonly isSent?: (answer: unknown) => boolean;
}

/** What the API's handlers use. */
export interface ApiContext {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  readonly readFacts: ReadFacts;
  /** The services that sources belong to. */
  readonly services: ServiceMap;
  readonly now: () => Date;
  readonly inOneSnapshot: InOneSnapshot;
  /** Checks the text of a webhook's URL; addresses are checked on sending. */
  readonly checkWebhookUrl: (url: string) => WebhookUrlCheck;
  /** Sends sample events; the server closes it. */
  readonly sender: Sender;
  /** When a webhook that keeps failing is disabled; shown with each webhook. */
  readonly disableAfter: DisableRule;
  readonly dns: Dns;
  /** Domain of the mailboxes that receive reports. */
  readonly reportDomain: string;
}
