const NAME_CHARACTERS_MAX = 120;
const PATH_CHARACTERS_MAX = 600;

/** Control, format (also those that turn the direction of text) and lone surrogate characters, line separators. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** A sender's file name made safe to show: bounded, one line, nothing that hides or reorders text. */
export function toSafeName(name: string): string {
  const shown = name
    .slice(0, NAME_CHARACTERS_MAX * 2)
    .replace(unsafe, " ")
    .trim();
  return shown.length > NAME_CHARACTERS_MAX ? `${shown.slice(0, NAME_CHARACTERS_MAX - 1)}…` : shown;
}

export function joinPath(outer: string, name: string): string {
  const path = `${outer} > ${toSafeName(name) || "unnamed"}`;
  return path.length > PATH_CHARACTERS_MAX ? `${path.slice(0, PATH_CHARACTERS_MAX - 1)}…` : path;
}
