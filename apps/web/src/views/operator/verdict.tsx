import { countOf } from "../../format/numbers.ts";
import { judge, type ServiceState } from "./judge.ts";

/** Whether the operator has to do anything, in one sentence, and then what. */
export function Verdict({ state }: { readonly state: ServiceState }) {
  const problems = judge(state);
  if (problems.length === 0) {
    return (
      <p class="notice good" role="status">
        <strong>All is well. Every part is healthy, nothing is late and nothing was lost.</strong>
      </p>
    );
  }
  return (
    <div class="notice bad" role="status">
      <p>
        <strong>
          {countOf(problems.length, "thing")} {problems.length === 1 ? "needs" : "need"} you.
        </strong>
      </p>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  );
}
