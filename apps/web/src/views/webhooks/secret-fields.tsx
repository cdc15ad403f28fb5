/** How deliveries are signed. */
export type SecretChoice = { readonly kind: "generated" | "none" } | { readonly kind: "own"; readonly text: string };

interface SecretFieldsProps {
  readonly choice: SecretChoice;
  choose(choice: SecretChoice): void;
}

/** A secret that is generated, or one's own. */
export function SecretFields({ choice, choose }: SecretFieldsProps) {
  const toRadio = (kind: SecretChoice["kind"], text: string) => (
    <label class="check">
      <input
        type="radio"
        name="secret"
        checked={choice.kind === kind}
        onChange={() => choose(kind === "own" ? { kind, text: "" } : { kind })}
      />
      {text}
    </label>
  );
  return (
    <fieldset>
      <legend>Secret that signs each delivery</legend>
      {toRadio("generated", "a new one, shown once after saving")}
      {toRadio("own", "my own")}
      {choice.kind === "own" && (
        <label>
          16 to 256 characters without spaces
          <input
            type="password"
            autocomplete="off"
            value={choice.text}
            required
            minLength={16}
            maxLength={256}
            onInput={(event) => choose({ kind: "own", text: event.currentTarget.value })}
          />
        </label>
      )}
      {toRadio("none", "none: the endpoint cannot tell who sends")}
    </fieldset>
  );
}
