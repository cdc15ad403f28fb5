import type { Dns } from "@ruaflow/dns";
import type { IpData } from "@ruaflow/ip-data";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { DisableRule } from "@ruaflow/metadata-store/delivery";
import type { RecordStore } from "@ruaflow/record-store";
import type { Sender } from "@ruaflow/webhooks";
import type { WebhookUrlCheck } from "@ruaflow/webhooks/address";

/** What the handlers of the API work with. */
export interface ApiContext {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  readonly ipData: IpData;
  readonly now: () => Date;
  /** Whether a webhook may be called there, as far as its text tells. */
  readonly checkWebhookUrl: (url: string) => WebhookUrlCheck;
  /** Sends the samples of tests; the server closes it. */
  readonly sender: Sender;
  /** What disables a webhook that keeps failing, as its answer tells. */
  readonly disableAfter: DisableRule;
  readonly dns: Dns;
  /** Whose mailboxes receive reports. */
  readonly reportDomain: string;
}
