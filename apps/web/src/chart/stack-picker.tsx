import { useFilter } from "../filter/filter.ts";
import { readStack, type Stack, stacks } from "./stacks.ts";

/** What the bars are stacked of; it stays in the address. */
export function StackPicker({ chosen }: { readonly chosen: Stack }) {
  const { change } = useFilter();
  const choose = (value: string) => {
    const { by } = readStack(value);
    change({ stack: by === stacks[0].by ? undefined : by });
  };
  return (
    <label class="picker inline">
      <span>Stacked by</span>
      <select value={chosen.by} onChange={(event) => choose(event.currentTarget.value)}>
        {stacks.map(({ by, text }) => (
          <option key={by} value={by}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
