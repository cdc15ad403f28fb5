import { RULE_NAMES, RULES, type RuleName } from "./rules.ts";
import type { RuleForm, SettingsForm } from "./settings-form.ts";

type Rules = SettingsForm["rules"];

interface AlertRulesFieldsProps {
  readonly rules: Rules;
  set(rules: Rules): void;
}

/** Each rule with its thresholds. */
export function AlertRulesFields({ rules, set }: AlertRulesFieldsProps) {
  return (
    <div class="rules">
      {RULE_NAMES.map((name) => (
        <RuleFields key={name} name={name} rule={rules[name]} set={(rule) => set({ ...rules, [name]: rule })} />
      ))}
    </div>
  );
}

interface RuleFieldsProps {
  readonly name: RuleName;
  readonly rule: RuleForm;
  set(rule: RuleForm): void;
}

function RuleFields({ name, rule, set }: RuleFieldsProps) {
  const { title, means, fields } = RULES[name];
  return (
    <fieldset class="plain form">
      <legend>
        <strong>{title}</strong>
      </legend>
      <label class="check">
        <input
          type="checkbox"
          checked={rule.enabled}
          onChange={(event) => set({ ...rule, enabled: event.currentTarget.checked })}
        />
        {means}
      </label>
      {rule.enabled &&
        fields.map(({ name: field, label, min, max, step = 1 }) => (
          <label key={field}>
            {label}
            <input
              type="number"
              min={min}
              max={max}
              step={step}
              required
              value={rule.values[field] ?? ""}
              onInput={(event) => set({ ...rule, values: { ...rule.values, [field]: event.currentTarget.value } })}
            />
          </label>
        ))}
    </fieldset>
  );
}
