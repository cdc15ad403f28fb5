/** A camelCase name as SQL, JSON and the API write it: `humanResult` is `human_result`. */
export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
