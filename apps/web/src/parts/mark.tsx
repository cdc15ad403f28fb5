/** The product's logo, which is its name. */
export function Mark() {
  return <img src="/docs/mark.svg" width="128" height="32" alt="Ruaflow" />;
}
