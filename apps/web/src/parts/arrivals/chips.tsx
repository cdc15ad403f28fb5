import { Chip } from "../chips.tsx";
import { OUTCOMES, type Outcome, STATES, type SubmissionState } from "./words.ts";

export function StateChip({ state }: { readonly state: SubmissionState }) {
  return <Chip tone={STATES[state].tone}>{STATES[state].text}</Chip>;
}

export function OutcomeChip({ outcome }: { readonly outcome: Outcome }) {
  return <Chip tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].text}</Chip>;
}
