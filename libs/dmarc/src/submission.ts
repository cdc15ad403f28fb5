/** How a submission reached us. */
export type Channel = "import" | "upload" | "folder" | "mail";

/** Bytes as they arrived, before anything is known about them. */
export interface Submission {
  /** `sub_` and a unique suffix. */
  readonly id: string;
  readonly receivedAt: Date;
  readonly channel: Channel;
  /** File name or the like, shown to people and never trusted. */
  readonly name: string;
  readonly body: AsyncIterable<Uint8Array>;
}
