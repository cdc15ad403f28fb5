import { UsageError } from "@ruaflow/runtime/errors";
import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";
import { chooseOrganization } from "../organization.ts";
import { printJson } from "../print-json.ts";
import type { Stores } from "../stores/stores.ts";
import { withStores } from "../stores/with-stores.ts";
import { toSignInLink } from "./describe-page-link.ts";

const HELP = `
The link works once, within 10 minutes, in a browser on the machine of the
service. On other machines, sign in with an API key, over HTTPS. The browser then
has the rights of the key. They end when it signs out, after 12 hours without use,
or when the key is revoked. The default is the oldest key with the scope
keys:admin. For a colleague who only looks, create a key first:

  ruaflow sign-in
  ruaflow keys create viewer --scopes reports:read,domains:read
  ruaflow sign-in --key KEY_ID

The exit code is 2 when no service runs on the data folder and no servers are
set, or the organization has no such key.`;

interface SignInOptions {
  readonly org?: string;
  readonly key?: string;
  readonly json?: boolean;
}

/** `ruaflow sign-in`: a link that signs a browser in. */
export function addSignInCommand(program: Command, environment: Environment): void {
  program
    .command("sign-in")
    .description("print a link that signs a browser on this machine in, once")
    .option("--org <id>", "organization, if there are several")
    .option("--key <id>", "key that the browser acts for: id from `keys list`")
    .option("--json", "print JSON")
    .addHelpText("after", HELP)
    .action(async (options: SignInOptions) => {
      const { readApiUrl } = await import("../stores/api-url.ts");
      const create = (stores: Stores) => createLink(stores, options);
      const { token, keyId, expiresAt } = await withStores(environment, create, { engines: "never" });
      const link = toSignInLink(await readApiUrl(environment), token);
      if (options.json) printJson({ link, keyId, expiresAt });
      else process.stdout.write(`${link}\n`);
    });
}

async function createLink({ metadata }: Stores, { org, key }: SignInOptions) {
  const { id } = await chooseOrganization(metadata, org);
  const link = await metadata.tenants.createSignInLink(id, key);
  if (link !== null) return link;
  throw new UsageError(
    key === undefined
      ? "The organization has no valid key with the scope keys:admin. Create one with: ruaflow keys create NAME"
      : `There is no valid key ${key}; ruaflow keys list shows them.`,
  );
}
