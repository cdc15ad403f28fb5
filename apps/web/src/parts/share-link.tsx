import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useWrite } from "../data/use-write.ts";
import { formatDay } from "../format/dates.ts";
import { useScope } from "../session/session.ts";
import { toSharedAddress, writeSharedLink } from "../session/shared-link.ts";
import { Copyable } from "./copy.tsx";
import { Failed } from "./states.tsx";

const DAYS = [7, 30, 90, 365] as const;
const DAYS_DEFAULT = 30;
const NAME_CHARS_MAX = 100;

interface ShareLinkProps {
  /** What the link shows, and nothing else. */
  readonly reach: { readonly domain_id: string } | { readonly client_reference: string };
  /** Of the domain or the client. */
  readonly name: string;
  /** The view that it opens; absent: the one that is shown. */
  readonly path?: string;
}

/** Makes a link that shows one domain or one client to people without a key. Left out if the key may not. */
export function ShareLink(props: ShareLinkProps) {
  const [isOpen, setOpen] = useState(false);
  const mayShare = [useScope("keys:admin"), useScope("reports:read")].every(Boolean);
  if (!mayShare) return null;
  if (isOpen) return <ShareForm {...props} close={() => setOpen(false)} />;
  return (
    <button type="button" onClick={() => setOpen(true)}>
      Share …
    </button>
  );
}

function ShareForm({ reach, name, path, close }: ShareLinkProps & { close(): void }) {
  const { path: shownPath, query } = useLocation();
  const [reader, setReader] = useState("");
  const [days, setDays] = useState(String(DAYS_DEFAULT));
  const create = useWrite((client, body: { name: string; days: number }) =>
    client.shareLinks.create({ ...body, ...reach }),
  );
  const submit = (event: Event) => {
    event.preventDefault();
    create.run({ name: reader.trim(), days: Number(days) });
  };
  if (create.done) {
    const { token, expires_at: end } = create.done.data;
    const link = { origin: location.origin, address: toSharedAddress(path ?? shownPath, query), token };
    return <Created link={writeSharedLink(link)} end={end} close={close} />;
  }
  return (
    <form class="notice form" aria-label={`Share ${name}`} onSubmit={submit}>
      <p>Anyone with the link can read the figures of {name} without a key, and nothing else.</p>
      <label>
        Whom it is for
        <input
          value={reader}
          maxLength={NAME_CHARS_MAX}
          required
          onInput={(event) => setReader(event.currentTarget.value)}
        />
      </label>
      <label>
        Expires
        <select value={days} onChange={(event) => setDays(event.currentTarget.value)}>
          {DAYS.map((each) => (
            <option key={each} value={String(each)}>
              in {each} days
            </option>
          ))}
        </select>
      </label>
      {create.error && <Failed what="make the link" error={create.error} />}
      <p class="actions">
        <button type="submit" class="primary" disabled={create.isBusy}>
          {create.isBusy ? "Making the link …" : "Make the link"}
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </p>
    </form>
  );
}

function Created({ link, end, close }: { readonly link: string; readonly end: string; close(): void }) {
  return (
    <div class="notice good" role="status">
      <p>
        <strong>The link works until {formatDay(end)}.</strong> It is shown only now. Keys lists it, and can revoke it.
      </p>
      <Copyable text={link} what="the link" />
      <p class="actions">
        <button type="button" onClick={close}>
          I have copied it
        </button>
      </p>
    </div>
  );
}
