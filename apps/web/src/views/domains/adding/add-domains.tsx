import { useState } from "preact/hooks";
import { useWrite } from "../../../data/use-write.ts";
import { countOf } from "../../../format/numbers.ts";
import { Failed } from "../../../parts/states.tsx";
import { Panel } from "../../../parts/view.tsx";
import { readNames, refuseNames } from "../domain-list.ts";
import { AddedDomains } from "./added-domains.tsx";

const EMPTY = { names: "", client: "", labels: "" };

/** Adds one domain or many; each has its own result. */
export function AddDomains({ close }: { close(): void }) {
  const [fields, setFields] = useState(EMPTY);
  const add = useWrite((client, body: Parameters<typeof client.domains.createMany>[0]) =>
    client.domains.createMany(body),
  );
  const names = readNames(fields.names);
  const refusal = refuseNames(names);
  const set = (change: Partial<typeof EMPTY>) => setFields({ ...fields, ...change });
  const submit = async (event: Event) => {
    event.preventDefault();
    const labels = fields.labels.split(",").flatMap((label) => label.trim() || []);
    const reference = fields.client.trim();
    const shared = { ...(reference && { client_reference: reference }), ...(labels.length > 0 && { labels }) };
    const isDone = await add.run({ domains: names.map((domain) => ({ domain, ...shared })) });
    if (isDone) setFields({ ...fields, names: "" });
  };
  return (
    <Panel
      title="Add domains"
      note="Each gets DNS records of its own to publish. Its reports are stored once it is verified."
      actions={
        <button type="button" onClick={close}>
          Close
        </button>
      }
    >
      <form class="form" onSubmit={submit}>
        <label>
          Domains, one per line
          <textarea
            rows={5}
            value={fields.names}
            onInput={(event) => set({ names: event.currentTarget.value })}
            placeholder={"example.com\nexample.org"}
            spellcheck={false}
            required
          />
        </label>
        <Shared fields={fields} set={set} />
        {refusal !== null && <p class="bad">{refusal}</p>}
        {add.error && <Failed what="add the domains" error={add.error} />}
        <p class="actions">
          <button type="submit" class="primary" disabled={add.isBusy || names.length === 0 || refusal !== null}>
            {add.isBusy ? "Adding …" : names.length < 2 ? "Add" : `Add ${countOf(names.length, "domain")}`}
          </button>
        </p>
      </form>
      {add.done && <AddedDomains answer={add.done} />}
    </Panel>
  );
}

interface SharedProps {
  readonly fields: typeof EMPTY;
  set(change: Partial<typeof EMPTY>): void;
}

/** What all of the added domains get. */
function Shared({ fields, set }: SharedProps) {
  return (
    <>
      <label>
        Your reference for the client who owns them (optional)
        <input value={fields.client} maxLength={100} onInput={(event) => set({ client: event.currentTarget.value })} />
      </label>
      <label>
        Labels, separated by commas (optional)
        <input value={fields.labels} onInput={(event) => set({ labels: event.currentTarget.value })} />
      </label>
    </>
  );
}
