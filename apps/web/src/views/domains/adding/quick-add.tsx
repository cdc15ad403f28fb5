import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useWrite } from "../../../data/use-write.ts";
import { Failed } from "../../../parts/states.tsx";
import { useDomainLinks } from "../domain-links.ts";
import { readNames, refuseNames } from "../domain-list.ts";
import { AddedDomains } from "./added-domains.tsx";

/** One line that takes a name, a URL or an address. A domain that was added opens, with what it needs to be verified. */
export function QuickAdd() {
  const { route } = useLocation();
  const links = useDomainLinks();
  const [text, setText] = useState("");
  const add = useWrite((client, domains: readonly string[]) =>
    client.domains.createMany({ domains: domains.map((domain) => ({ domain })) }),
  );
  const names = readNames(text);
  const refusal = refuseNames(names);
  const [first, ...others] = add.done?.data ?? [];
  const created = others.length === 0 ? first?.data?.id : undefined;
  useEffect(() => {
    if (created !== undefined) route(links.toDomain(created));
  }, [created]);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (names.length > 0 && refusal === null && (await add.run(names))) setText("");
  };
  return (
    <>
      <form class="filters" onSubmit={submit}>
        <label>
          Add a domain
          <input
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
            placeholder="example.com"
            spellcheck={false}
          />
        </label>
        <button type="submit" disabled={add.isBusy || names.length === 0 || refusal !== null}>
          {add.isBusy ? "Adding …" : "Add"}
        </button>
      </form>
      {refusal !== null && <p class="bad">{refusal}</p>}
      {add.error && <Failed what="add the domain" error={add.error} />}
      {add.done && created === undefined && <AddedDomains answer={add.done} />}
    </>
  );
}
