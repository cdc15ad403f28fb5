/**
 * How a submission can reach us, and what it is then: one mail, whose sender must be proven, or a file, for which a key holder
 * or the operator vouches. A new channel is an entry here.
 */
export const channelKinds = {
  smtp: "mail",
  imap: "mail",
  folder: "file",
  s3: "file",
  upload: "file",
  import: "file",
} as const;
export type Channel = keyof typeof channelKinds;

export const channels = Object.keys(channelKinds) as readonly Channel[];

/** All channels, for sentences. */
export const channelsInWords = `${channels.slice(0, -1).join(", ")} or ${channels.at(-1)}`;
