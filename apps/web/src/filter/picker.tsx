import { useEffect, useId, useState } from "preact/hooks";

export interface Option {
  readonly value: string;
  readonly text: string;
}

interface PickerProps {
  readonly label: string;
  /** Shown while nothing is chosen. */
  readonly all: string;
  readonly chosen: Option | undefined;
  /** Those that fit what has been typed. */
  readonly options: readonly Option[];
  search(text: string): void;
  choose(value: string | undefined): void;
}

/** A text field that suggests what it can be set to; empty, it stands for all. */
export function Picker({ label, all, chosen, options, search, choose }: PickerProps) {
  const list = useId();
  const [text, setText] = useState(chosen?.text ?? "");
  useEffect(() => setText(chosen?.text ?? ""), [chosen?.text]);
  // What was typed may be there before the options that it fits.
  const fitting = options.find((each) => each.text === text)?.value;
  useEffect(() => {
    if (fitting !== undefined && fitting !== chosen?.value) choose(fitting);
  }, [fitting]);
  const take = (typed: string) => {
    setText(typed);
    if (typed === "") choose(undefined);
    else search(typed);
  };
  const takeOnly = (event: KeyboardEvent) => {
    if (event.key === "Enter" && options.length === 1) choose(options[0]?.value);
  };
  return (
    <label class="picker">
      <span>{label}</span>
      <input
        type="search"
        list={list}
        value={text}
        placeholder={all}
        autocomplete="off"
        onFocus={() => search("")}
        onInput={(event) => take(event.currentTarget.value)}
        onKeyDown={takeOnly}
        onBlur={() => setText(chosen?.text ?? "")}
      />
      <datalist id={list}>
        {options.map((option) => (
          <option key={option.value} value={option.text} />
        ))}
      </datalist>
    </label>
  );
}
