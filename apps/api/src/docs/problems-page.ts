import { problems } from "@ruaflow/http";

/** `/docs/problems`: what each code of a problem document means; the `type` of a problem leads to its line. */
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
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Problems - Ruaflow API</title>
<link rel="icon" href="/docs/static/favicon-32x32.png">
<link rel="stylesheet" href="/docs/problems.css">
</head>
<body>
<main>
<h1>Problems</h1>
<p>Every error of the <a href="/docs">API</a> is a problem document
(RFC 9457, <code>application/problem+json</code>). Its <code>code</code> is one of these and stable: switch on it, not on
texts. <code>request_id</code> names the request in the service's log, <code>errors</code> points at the faulty parts of the
request.</p>${entries}
</main>
</body>
</html>
`;
}

export const problemsStyle = `:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 44rem; margin: 0 auto; padding: 1rem; }
h2 { margin: 2rem 0 0; font-size: 1.1rem; }
section:target { outline: 2px solid; outline-offset: 0.5rem; }
small { font-weight: normal; }
`;
