/** What people read in HTML that the page rendered. */
export function toText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(amp|lt|gt|quot);/g, (_entity, name: string) => ENTITIES[name] ?? "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** The sentence below the heading. */
export function readLead(html: string): string {
  return toText(html.match(/<p class="lead">(.*?)<\/p>/s)?.[1] ?? "");
}

/** The words that a hint explains. */
export function readHints(html: string): string[] {
  return [...html.matchAll(/<button([^>]* class="hint-word"[^>]*)>(.*?)<\/button>/gs)].map(
    ([, attributes = "", word = ""]) => attributes.match(/aria-label="([^"]*)"/)?.[1] ?? toText(word),
  );
}

/** The rows of the table with this caption: what each cell shows, by the title of its column. */
export function readTable(html: string, caption: string): Record<string, string>[] {
  const table = html.split("<table>").find((part) => part.includes(`>${caption}</caption>`));
  if (table === undefined) throw new Error(`there is no table ${caption}`);
  const [head = "", body = ""] = (table.split("</table>")[0] ?? "").split("<tbody>");
  const titles = readCells(head, "th").map((title) => title.replace(/( [↓↑])?( \?)?$/, ""));
  return body
    .split("</tr>")
    .slice(0, -1)
    .map((row) => Object.fromEntries(readCells(row, "td").map((cell, index) => [titles[index] ?? "", cell])));
}

function readCells(html: string, tag: "th" | "td"): string[] {
  return [...html.matchAll(new RegExp(`<${tag}[ >].*?</${tag}>`, "gs"))].map(([cell]) => toText(cell));
}

/** The figures of the cards: title, value, and what it is compared with. */
export function readCards(html: string): Record<string, string> {
  const cards = [...html.matchAll(/<a class="card".*?<\/a>/gs)].map(([card]) => card);
  return Object.fromEntries(
    cards.map((card) => {
      const [title = "", ...rest] = card.split("</span>").map(toText);
      return [title, rest.join(" ").trim()];
    }),
  );
}

/** 44,504 */
export const count = (value: number) => value.toLocaleString("en");

/** 97.9 % */
export const rate = (value: number) => `${value.toFixed(1)} %`;

/** The share that passed; 100 % only if nothing failed. */
export function share(passed: number, failed: number): string {
  if (passed + failed === 0) return "no mail";
  const percent = (100 * passed) / (passed + failed);
  return rate(failed > 0 ? Math.min(99.9, percent) : percent);
}
