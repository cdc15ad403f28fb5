import { Table } from "../../../parts/table.tsx";
import { Panel } from "../../../parts/view.tsx";
import { describeLoss, isOpen, MAIN, OTHERS, type Readiness, type ScenarioName } from "./words.ts";

interface ScenariosProps {
  readonly scenarios: Readiness["scenarios"];
}

/** What each policy would do to legitimate mail. */
export function Scenarios({ scenarios }: ScenariosProps) {
  return (
    <Panel
      title="What a stricter policy would cost"
      note={
        isOpen(scenarios.reject)
          ? "The smaller number leaves out unknown mail; the larger one counts it as yours. Spoofed mail is not counted."
          : "Spoofed mail is not counted."
      }
    >
      <ScenarioTable caption="Quarantine and reject" scenarios={scenarios} titles={MAIN} />
      <details>
        <summary>Stricter alignment, and subdomains</summary>
        <ScenarioTable caption="Stricter alignment, and subdomains" scenarios={scenarios} titles={OTHERS} />
      </details>
    </Panel>
  );
}

interface ScenarioTableProps extends ScenariosProps {
  readonly caption: string;
  readonly titles: Partial<Readonly<Record<ScenarioName, { readonly title: string; readonly fate: string }>>>;
}

function ScenarioTable({ caption, scenarios, titles }: ScenarioTableProps) {
  const rows = (Object.keys(titles) as ScenarioName[]).map((name) => ({ name, words: titles[name] }));
  return (
    <Table
      caption={caption}
      rows={rows}
      toKey={({ name }) => name}
      columns={[
        { title: "Policy", hint: "policy", cell: ({ words }) => words?.title },
        {
          title: "What would happen",
          cell: ({ name, words }) => <div class="words">{describeLoss(scenarios[name], words?.fate ?? "")}</div>,
        },
      ]}
    />
  );
}
