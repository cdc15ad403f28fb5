/** GitHub's anchors of a page's headings. */
export function listAnchors(markdown: string): Set<string> {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading.toLowerCase());
  return new Set(headings.map((heading) => heading.replaceAll(/[^\w\- ]/g, "").replaceAll(" ", "-")));
}
