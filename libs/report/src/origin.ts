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

/**
 * Why a report is believed: how the sender of its mail is proven to be the reporter, or that a key holder or the operator
 * has supplied it. `none`: it came by mail, and its sender is not proven.
 */
export const trusts = ["dmarc", "dkim", "spf", "none", "upload", "import"] as const;
export type Trust = (typeof trusts)[number];
