/** The product's mark; its name always stands beside it. */
export function Mark() {
  return <img src="/docs/mark.svg" width="24" height="24" alt="" />;
}
