/** A documentation page: no scripts, nothing from other origins. */
export function writePage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Ruaflow API</title>
<link rel="icon" type="image/svg+xml" href="/docs/mark.svg">
<link rel="stylesheet" href="/docs/pages.css">
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
}

/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

export const pagesStyle = `:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 44rem; margin: 0 auto; padding: 1rem; }
h2 { margin: 2rem 0 0; font-size: 1.1rem; }
section:target { outline: 2px solid; outline-offset: 0.5rem; }
small { font-weight: normal; }
table { border-collapse: collapse; }
th, td { padding: 0.25rem 0.75rem; border: 1px solid; text-align: left; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid; font-size: 0.85rem; line-height: 1.35; }
`;
