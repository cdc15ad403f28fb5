/** How a submission reached us. */
export const channels = ["smtp", "imap", "folder", "s3", "upload", "import"] as const;
export type Channel = (typeof channels)[number];
