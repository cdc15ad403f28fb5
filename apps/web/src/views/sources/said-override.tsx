import { useWrite } from "../../data/use-write.ts";
import { Moment } from "../../parts/figures.tsx";
import { Failed } from "../../parts/states.tsx";
import { describeOverride, type Override } from "./overrides.ts";

interface SaidOverrideProps {
  readonly override: Override;
  readonly mayWrite: boolean;
}

/** What the organization has said about a sender; it can be taken back. */
export function SaidOverride({ override, mayWrite }: SaidOverrideProps) {
  const write = useWrite((client, id: string) => client.senders.deleteOverride(id));
  return (
    <div class="notice">
      <p>
        <strong>{describeOverride(override)}</strong>, you said on <Moment at={override.created_at} />
        {override.note !== null && `: “${override.note}”`}
      </p>
      {write.error && <Failed what="take it back" error={write.error} />}
      {mayWrite && (
        <p>
          <button type="button" disabled={write.isBusy} onClick={() => write.run(override.id)}>
            Take back<span class="unseen">: {describeOverride(override)}</span>
          </button>
        </p>
      )}
    </div>
  );
}
