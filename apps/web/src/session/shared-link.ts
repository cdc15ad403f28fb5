import { toAddress } from "../address.ts";
import { paths } from "../paths.ts";
import { isOwnAddress } from "./own-address.ts";

/** Parameters that a shared link does not need: the service limits whatever it asks. */
const LIMITED = ["domain", "client", "label"];

/** What a shared link opens: the view at an address of the page, without what the service limits anyway. */
export function toSharedAddress(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const limited = Object.fromEntries(LIMITED.map((name) => [name, undefined]));
  return toAddress(path, { ...query, ...limited, page: undefined });
}

interface SharedLink {
  readonly origin: string;
  /** What it opens. */
  readonly address: string;
  /** After the #, which browsers send to no server: not into its log, and not as a referrer. */
  readonly token: string;
}

export function writeSharedLink({ origin, address, token }: SharedLink): string {
  return `${origin}${toAddress(paths.share, { to: address === paths.overview ? undefined : address })}#${token}`;
}

/** What an opened link shows; the overview if it names no address of the page. */
export function readSharedAddress(search: string): string {
  const to = new URLSearchParams(search).get("to") ?? "";
  return isOwnAddress(to) && !to.startsWith(paths.share) ? to : paths.overview;
}
