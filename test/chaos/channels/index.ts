import { openBucket } from "./bucket.ts";
import type { Channel } from "./channel.ts";
import { openFolder } from "./folder.ts";
import { openMailbox } from "./mailbox.ts";
import { smtp } from "./smtp.ts";
import { uploads } from "./upload.ts";

const channels: Readonly<Record<string, () => Promise<Channel>>> = {
  upload: async () => uploads,
  smtp: async () => smtp,
  imap: openMailbox,
  folder: openFolder,
  s3: openBucket,
};

/** @throws for a name that is not a channel */
export async function openChannel(name: string): Promise<Channel> {
  const open = channels[name];
  if (!open) throw new Error(`unknown channel: ${name}; there are ${Object.keys(channels).join(", ")}`);
  return open();
}
