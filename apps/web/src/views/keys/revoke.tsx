import { useWrite } from "../../data/use-write.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Failed } from "../../parts/states.tsx";
import { useSession } from "../../session/session.ts";
import type { Key } from "./key-state.ts";

/** Ends a key, after it has been said what that ends. */
export function Revoke({ apiKey: { id, name } }: { readonly apiKey: Key }) {
  const { session } = useSession();
  const revoke = useWrite((client) => client.apiKeys.revoke(id));
  return (
    <Confirm action="Revoke" on={name} isBusy={revoke.isBusy} run={() => revoke.run(undefined)}>
      <p>
        Whatever uses <strong>{name}</strong> is refused within 5 seconds. This cannot be undone.
      </p>
      {id === session.key.id && <p class="bad">This session uses the key. You will be signed out.</p>}
      {revoke.error && <Failed what="revoke the key" error={revoke.error} />}
    </Confirm>
  );
}
