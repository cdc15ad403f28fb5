import { useState } from "preact/hooks";
import { toDomainText } from "../../../format/idn.ts";
import type { AttentionItem } from "../reasons.ts";
import { AcknowledgeForm } from "./acknowledge-form.tsx";
import { useAcknowledge } from "./use-acknowledge.ts";

/** Hides the reasons that are shown of a domain. */
export function Acknowledge({ item: { domain, reasons } }: { readonly item: AttentionItem }) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, error, run } = useAcknowledge();
  const what = `the reasons of ${toDomainText(domain)}`;
  if (!isOpen) {
    return (
      <p>
        <button type="button" onClick={() => setOpen(true)}>
          Acknowledge<span class="unseen"> {what}</span>
        </button>
      </p>
    );
  }
  return (
    <AcknowledgeForm
      reasons={reasons.length}
      what={what}
      isBusy={isBusy}
      error={error}
      submit={(acknowledgement) => run({ ids: reasons.map(({ id }) => id), ...acknowledgement })}
      cancel={() => setOpen(false)}
    />
  );
}
