/** The option that a key of the list makes active; `null`: the key is not one of the list. */
export function moveActive(key: string, active: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return (active + 1) % count;
  if (key === "ArrowUp") return (active - 1 + count) % count;
  return null;
}
