const nameCharactersMax = 120;
const pathCharactersMax = 600;

/** Control, format (also those that turn the direction of text) and lone surrogate characters, line separators. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** A sender's file name made safe to show: bounded, one line, nothing that hides or reorders text. */
export function toSafeName(name: string): string {
  const shown = name
    .slice(0, nameCharactersMax * 2)
    .replace(unsafe, " ")
    .trim();
  return shown.length > nameCharactersMax ? `${shown.slice(0, nameCharactersMax - 1)}…` : shown;
}

export function joinPath(outer: string, name: string): string {
  const path = `${outer} > ${toSafeName(name) || "unnamed"}`;
  return path.length > pathCharactersMax ? `${path.slice(0, pathCharactersMax - 1)}…` : path;
}
