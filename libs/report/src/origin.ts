/** How a submission reached us. */
export const channels = ["smtp", "imap", "folder", "s3", "upload", "import"] as const;
export type Channel = (typeof channels)[number];

/**
 * Why a report is believed: how the sender of its mail is proven to be the reporter, or that a key holder or the operator
 * has supplied it. `none`: it came by mail, and its sender is not proven.
 */
export const trusts = ["dmarc", "dkim", "spf", "none", "upload", "import"] as const;
export type Trust = (typeof trusts)[number];
