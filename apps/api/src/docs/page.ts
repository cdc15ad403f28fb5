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

/** The product's logo with its name: a stack of reports. Its colours are legible on light and dark backgrounds. */
export const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="32" viewBox="0 0 128 32" role="img" aria-label="Ruaflow">
<rect x="2" y="6" width="20" height="4" rx="2" fill="#3b82c4"/>
<rect x="2" y="14" width="26" height="4" rx="2" fill="#2f9e77"/>
<rect x="2" y="22" width="14" height="4" rx="2" fill="#c2703d"/>
<text x="36" y="23" font-family="sans-serif" font-size="20" fill="#8fa3b0">Ruaflow</text>
</svg>`;
