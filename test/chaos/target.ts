import type { EventLog } from "@ruaflow/event-log";
import type { Channel } from "./channels/channel.ts";

/** A disturbance of the product; resolves when everything is running again. */
export interface Disturbance {
  readonly name: string;
  run(): Promise<void>;
}

/** The product under test: one process, or many on real servers. */
export interface ChaosTarget {
  readonly channel: Channel;
  /** Number of concurrent uploads. */
  readonly senders: number;
  /** The current upload addresses: a restarted process has another port. */
  uploadUrls(): readonly string[];
  /** Ports that receive mail, if the channel is SMTP. */
  smtpPorts(): readonly number[];
  api(): { readonly url: string };
  readonly key: string;
  readonly organizationId: string;
  /** In order of execution. */
  readonly disturbances: readonly Disturbance[];
  /** Settings that lead a command to the stores. */
  readonly environment: Record<string, string>;
  /** Rows of an SQL query, as printed by `ruaflow sql`. */
  sql(query: string): Promise<readonly SqlRow[]>;
  /** Opens the log at its current address, to read and append alongside the product. */
  connectToLog(): Promise<EventLog>;
  /** Information that helps to find out why the recount failed. */
  describe(): Promise<string>;
  stop(): Promise<void>;
}

/** Numbers are numbers or, if large, text. */
export type SqlRow = Readonly<Record<string, string | number>>;

export interface TargetOptions {
  readonly channel: Channel;
  readonly kills: number;
  readonly random: () => number;
  /** `NODE_OPTIONS` of every process of the product. */
  readonly nodeOptions: string;
  /** Names to register before reports about them arrive. */
  readonly domains: readonly string[];
  /** The resolver that the product uses, `127.0.0.1:port`. */
  readonly dnsServer: string;
}
