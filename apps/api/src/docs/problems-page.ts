import { problems } from "@ruaflow/http";
import { writePage } from "./page.ts";

/** `/docs/problems`: what each code of a problem document means; the `type` of a problem links to its section. */
export function writeProblemsPage(): string {
  const entries = Object.entries(problems)
    .map(
      ([code, { status, title, meaning, remedy }]) => `
<section id="${code}">
<h2><code>${code}</code> <small>${status}</small></h2>
<p><strong>${title}.</strong> ${meaning}</p>
<p>What to do: ${remedy}</p>
</section>`,
    )
    .join("\n");
  return writePage(
    "Problems",
    `<p>Every error of the <a href="/docs">API</a> is a problem document
(RFC 9457, <code>application/problem+json</code>). Its <code>code</code> is one of the codes below. Codes are stable: test the
code, not the text. <code>request_id</code> identifies the request in the service's log; <code>errors</code> points at the
invalid parts of the request.</p>${entries}`,
  );
}
