import { toDomainName } from "@ruaflow/dmarc";
import { hasTopLevelDomain } from "@ruaflow/dmarc/organizational-domain";
import { isGeneric } from "./generic-words.ts";
import { NAME_LENGTH_MAX, spellDots, toJoined } from "./tokens.ts";

/** Words joined by dots, the last of two letters or more. Dots of other scripts are dots (RFC 3490, section 3.1). */
const dotted =
  /[\p{L}\p{M}\p{N}_-]+(?:[.\u3002\uff0e\uff61][\p{L}\p{M}\p{N}_-]+)*[.\u3002\uff0e\uff61](?:xn--[a-z0-9-]+|[\p{L}\p{M}]{2,})/giu;

/**
 * The domain names that a reporter's name is or contains, as lower-case A-labels. `St.John` has no top-level domain, and is none, nor is
 * a legal form such as `Co.Ltd`. Text beyond the length of a name is not searched.
 */
export function listNamedDomains(name: string): string[] {
  const cut = name.slice(0, NAME_LENGTH_MAX);
  const found = [...new Set([cut, spellDots(cut)])].flatMap((text) => text.normalize("NFKC").match(dotted) ?? []);
  const words = found.filter((text) => !text.split(".").every((label) => isGeneric(toJoined(label))));
  return [...new Set(words.flatMap((text) => toDomainName(text) ?? []).filter(hasTopLevelDomain))];
}
