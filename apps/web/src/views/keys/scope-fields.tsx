import { useSession } from "../../session/session.ts";
import { type GrantedScope, isGranted, SCOPES } from "./scopes.ts";

interface ScopeFieldsProps {
  readonly chosen: readonly GrantedScope[];
  choose(scopes: readonly GrantedScope[]): void;
}

/** What a new key may do: no more than the key of this session. */
export function ScopeFields({ chosen, choose }: ScopeFieldsProps) {
  const { session } = useSession();
  const offered = Object.keys(SCOPES)
    .filter(isGranted)
    .filter((scope) => session.key.scopes.includes(scope));
  return (
    <fieldset>
      <legend>What it may do</legend>
      {offered.map((scope) => (
        <label key={scope} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(scope)}
            onChange={(event) =>
              choose(event.currentTarget.checked ? [...chosen, scope] : chosen.filter((each) => each !== scope))
            }
          />
          <span>
            <code>{scope}</code> <span class="muted">{SCOPES[scope]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
