import type { Dns } from "@ruaflow/dns";
import type { IpData } from "@ruaflow/ip-data";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";
import type { WebhookUrlCheck } from "@ruaflow/webhooks";

/** What the handlers of the API work with. */
export interface ApiContext {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  readonly ipData: IpData;
  readonly now: () => Date;
  /** Whether a webhook may be called there, as far as its text tells. */
  readonly checkWebhookUrl: (url: string) => WebhookUrlCheck;
  readonly dns: Dns;
  /** Whose mailboxes receive reports. */
  readonly reportDomain: string;
}
