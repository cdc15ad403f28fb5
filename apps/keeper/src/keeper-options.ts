import type { Dns } from "@ruaflow/dns";
import type { ReverseDns } from "@ruaflow/dns/reverse-names";
import type { Ingest } from "@ruaflow/ingest";
import type { IpData } from "@ruaflow/ip-data";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import type { ServiceMap } from "@ruaflow/senders";
import type { BodyDays } from "./deletions/discard-old-bodies.ts";

export interface KeeperOptions {
  /** Opened with the stores of bodies: held reports are read again, bytes are deleted, and reports may be repaired. */
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  /** Reads held reports again once their domain is verified. */
  readonly ingest: Pick<Ingest, "resubmit">;
  readonly ipData: IpData;
  /** The services that sources belong to. */
  readonly services: ServiceMap;
  /** Rounds under a lock at the same time. */
  readonly locksAtOnce: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly dns: Dns;
  /** Domain of the mailboxes that receive reports. */
  readonly reportDomain: string;
  /** Interval between DNS checks of a domain. */
  readonly dnsEveryMs: number;
  /** Maximum number of domains checked at the same time. */
  readonly domainsAtOnce: number;
  /** Interval between evaluations of the alert rules of domains that received reports. */
  readonly alertsEveryMs: number;
  /** Interval between comparisons of all reports with their rows; 0: never. */
  readonly reconcileEveryMs: number;
  /** Repair what they find, from the bytes that arrived. */
  readonly reconcileRepairs: boolean;
  /** How long the bytes of submissions are kept. */
  readonly bodyDays: BodyDays;
  /** How long reports by mail whose sender is not proven are kept, from their receipt. */
  readonly unprovenDays: number;
  /** False: nothing is found out about source addresses. */
  readonly findsSources: boolean;
  /** `null`: names of sources are not looked up, and no DNS query is sent for them. */
  readonly reverseDns: ReverseDns | null;
  /** Maximum number of sources whose names are looked up at the same time. */
  readonly addressesAtOnce: number;
  readonly now?: () => Date;
}
