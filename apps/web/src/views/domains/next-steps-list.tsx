import { useDomainLinks } from "./domain-links.ts";
import { listNextSteps } from "./next-steps.ts";
import type { Domain } from "./words.ts";

/** What is missing and what comes next, each with where it is done. */
export function NextSteps({ domain }: { readonly domain: Domain }) {
  const { toDomain } = useDomainLinks();
  const steps = listNextSteps(domain);
  if (steps.length === 0) return <p class="notice good">Nothing needs you here.</p>;
  return (
    <section class="notice warn" aria-label="What comes next">
      <h2>{steps.length === 1 ? "Next step" : "Next steps"}</h2>
      <ol class="steps">
        {steps.map(({ text, tab, action }) => (
          <li key={text}>
            {text} <a href={toDomain(domain.id, tab)}>{action}</a>
          </li>
        ))}
      </ol>
    </section>
  );
}
