import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { toAddress } from "../address.ts";
import type { Option } from "./picker.tsx";

interface ParameterProps {
  readonly label: string;
  /** The parameter of the address that the field sets. */
  readonly name: string;
}

/** One of some values, or all. */
export function ParameterSelect({ label, name, all, options }: SelectProps) {
  const [value, change] = useParameter(name);
  const isKnown = options.some((option) => option.value === value);
  return (
    <label class="picker">
      <span>{label}</span>
      <select value={isKnown ? value : ""} onChange={(event) => change(event.currentTarget.value)}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface SelectProps extends ParameterProps {
  /** The first option: no limit. */
  readonly all: string;
  readonly options: readonly Option[];
}

/** The view follows when typing pauses. */
const PAUSE_MS = 350;

/** A text that the rows are to have. */
export function ParameterText({ label, name, placeholder }: ParameterProps & { readonly placeholder: string }) {
  const [value, change] = useParameter(name);
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => change(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <label class="picker">
      <span>{label}</span>
      <input
        type="search"
        value={text}
        placeholder={placeholder}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => setText(event.currentTarget.value)}
      />
    </label>
  );
}

/** A parameter of the address, empty if it is not there. A change leaves the page of rows, and no entry in the history. */
function useParameter(name: string) {
  const { path, query, route } = useLocation();
  const change = (value: string) => {
    // Another field may have changed the address while typing paused.
    const now = Object.fromEntries(new URLSearchParams(location.search));
    route(toAddress(path, { ...now, page: undefined, [name]: value }), true);
  };
  return [query[name] ?? "", change] as const;
}
