import { useState } from "preact/hooks";
import { useWrite } from "../../data/use-write.ts";
import { useFilter } from "../../filter/filter.ts";
import { countOf } from "../../format/numbers.ts";
import { DomainName, DomainNames } from "../../parts/domain-name.tsx";
import { Failed } from "../../parts/states.tsx";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";
import { AddedDomains } from "../domains/adding/added-domains.tsx";
import { readNames, refuseNames } from "../domains/domain-list.ts";
import { Step } from "./step.tsx";

interface AddStepProps {
  readonly count: number | undefined;
  /** The one whose records are shown. */
  readonly domain: string | undefined;
}

/** A form in place; afterwards the domain. */
export function AddStep({ count = 0, domain }: AddStepProps) {
  const { linkTo } = useFilter();
  return (
    <Step title="1. Add a domain" isDone={count > 0}>
      {count > 0 ? (
        <p>
          {count === 1 && domain !== undefined ? <DomainName name={domain} /> : countOf(count, "domain")} ·{" "}
          <a href={linkTo(paths.domains, { add: "yes" })}>Add more</a>
        </p>
      ) : (
        <AddForm />
      )}
    </Step>
  );
}

function AddForm() {
  const [text, setText] = useState("");
  const add = useWrite((client, names: readonly string[]) =>
    client.domains.createMany({ domains: names.map((domain) => ({ domain })) }),
  );
  if (!useScope("domains:write")) return <p>This key may not add domains. Sign in with one that has domains:write.</p>;
  const names = readNames(text);
  const refusal = refuseNames(names);
  const submit = (event: Event) => {
    event.preventDefault();
    add.run(names);
  };
  return (
    <>
      <form class="form" onSubmit={submit}>
        <label>
          A domain that you send mail from
          <input
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
            placeholder="example.com"
            autocomplete="off"
            spellcheck={false}
            required
          />
        </label>
        {names.length > 0 && text.trim() !== names.join() && (
          <p class="muted">
            This adds <DomainNames names={names} />.
          </p>
        )}
        {refusal !== null && <p class="bad">{refusal}</p>}
        <p class="actions">
          <button type="submit" class="primary" disabled={add.isBusy || names.length === 0 || refusal !== null}>
            {add.isBusy ? "Adding …" : "Add"}
          </button>
        </p>
      </form>
      {add.error && <Failed what="add the domain" error={add.error} />}
      {add.done && add.done.meta.created < names.length && <AddedDomains answer={add.done} />}
    </>
  );
}
