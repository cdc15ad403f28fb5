import { readFileSync } from "node:fs";

/** Code for receivers: a whole file, which is tested. */
export interface VerificationSnippet {
  readonly language: string;
  readonly fileName: string;
  readonly text: string;
}

const files = { TypeScript: "verify.ts", Python: "verify.py", Go: "verify.go" };

/** Reads the code that verifies requests, for each language, from `snippets`. */
export function readVerificationSnippets(): VerificationSnippet[] {
  return Object.entries(files).map(([language, fileName]) => {
    const text = readFileSync(new URL(`../snippets/${fileName}`, import.meta.url), "utf8");
    return { language, fileName, text };
  });
}
