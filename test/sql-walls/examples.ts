/** Characters of a call that is taken from an example. */
const LENGTH_MAX = 300;

const TOKENS = /'(?:[^'\\]|\\.)*'|[()]/g;

/** The calls of a function in its examples of the engine's documentation, so that their arguments have types that the function takes. */
export function readCalls(name: string, examples: string): string[] {
  const calls: string[] = [];
  for (let at = examples.indexOf(`${name}(`); at >= 0; at = examples.indexOf(`${name}(`, at + 1)) {
    const isWord = /\w/.test(examples[at - 1] ?? "");
    const call = isWord ? undefined : readCall(examples.slice(at, at + LENGTH_MAX), name.length);
    if (call !== undefined) calls.push(call.replace(/\s+/g, " ").replace(/\bnumber\b/g, "n"));
  }
  return [...new Set(calls)];
}

/** The text up to the parenthesis that closes the one at `open`; `undefined`: it is not there. */
function readCall(text: string, open: number): string | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.slice(open).matchAll(TOKENS)) {
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    if (depth === 0 && token === ")") return text.slice(0, open + index + 1);
  }
  return undefined;
}
