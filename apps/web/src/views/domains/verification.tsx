import type { RuaflowError } from "@ruaflow/client";
import { useService } from "../../data/service.tsx";
import { useWrite } from "../../data/use-write.ts";
import { showDomains } from "../../format/idn.ts";
import { Failed } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Panel } from "../../parts/view.tsx";
import { useScope } from "../../session/session.ts";
import { readChecks } from "./verification-checks.ts";

interface VerificationProps {
  readonly domain: { readonly id: string; readonly status: string };
}

/** Looks for the proof in DNS, and says what was expected and what was found. */
export function Verification({ domain: { id, status } }: VerificationProps) {
  const { cache } = useService();
  const verify = useWrite((client) => client.domains.verify(id));
  if (!useScope("domains:write")) return null;
  const run = async () => {
    // Also a failed verification changes the domain's state.
    if (!(await verify.run(undefined))) await cache.invalidateQueries();
  };
  return (
    <Panel
      title={status === "verified" ? "Verify again" : "Verify"}
      note="To prove that the domain is yours, let its DMARC record send reports to its mailbox here. If reports go elsewhere, publish both a DMARC record and the verification record."
      actions={
        <button type="button" class="primary" disabled={verify.isBusy} onClick={run}>
          {verify.isBusy ? "Asking DNS …" : "Verify now"}
        </button>
      }
    >
      {verify.done && (
        <p class="notice good" role="status">
          {showDomains(verify.done.message)}
        </p>
      )}
      {verify.error && <Failed what="verify the domain" error={verify.error} />}
      {verify.error && <Checks error={verify.error} />}
    </Panel>
  );
}

function Checks({ error }: { readonly error: RuaflowError }) {
  const checks = readChecks(error.problem);
  if (checks.length === 0) return null;
  return (
    <Table
      caption="What was looked up"
      rows={checks}
      toKey={({ name }) => name}
      columns={[
        { title: "Name", cell: ({ name }) => <code>{name}</code> },
        { title: "Expected", cell: ({ expected }) => <code>{expected}</code> },
        {
          title: "Found",
          cell: ({ found }) => (found.length === 0 ? "nothing" : found.map((text) => <code key={text}>{text}</code>)),
        },
        { title: "What is wrong", cell: ({ detail }) => showDomains(detail) },
      ]}
    />
  );
}
