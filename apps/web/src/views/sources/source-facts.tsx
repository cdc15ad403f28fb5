import { useFilter } from "../../filter/filter.ts";
import { describePeriod } from "../../filter/period.ts";
import { describeCountry } from "../../format/countries.ts";
import { formatDay } from "../../format/dates.ts";
import { countOf, formatCount, formatRate, toPercent } from "../../format/numbers.ts";
import { Hint } from "../../hints/hint.tsx";
import { DomainName } from "../../parts/domain-name.tsx";
import { Rate } from "../../parts/figures.tsx";
import { SourceVerdict } from "../../parts/source-verdict.tsx";
import { Panel } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import type { Source } from "./source-table.tsx";

interface SourceFactsProps {
  readonly source: Source;
  /** First UTC day of the period. */
  readonly start: string;
}

/** What is known of an address, and what its mail is. */
export function SourceFacts({ source, start }: SourceFactsProps) {
  const { filter, linkTo } = useFilter();
  const { source_ip: address, total_count: messages, pass_count: passed } = source;
  const failed = messages - passed;
  return (
    <Panel
      title={address}
      note={`${countOf(messages, "message")} in ${describePeriod(filter.period)}`}
      actions={
        <>
          {failed > 0 && (
            <a class="button" href={linkTo(paths.failures, { source_ip: address })}>
              {formatCount(failed)} failed
            </a>
          )}
          <a class="button" href={linkTo(paths.records, { source_ip: address })}>
            Its records
          </a>
          <a class="button" href={linkTo(paths.reports, { source_ip: address })}>
            Reports with it
          </a>
        </>
      }
    >
      <SourceVerdict source={source} />
      <dl class="facts">
        <dt>Host name</dt>
        <dd>{source.reverse_name === null ? "not known" : <DomainName name={source.reverse_name} />}</dd>
        <dt>Owner</dt>
        <dd>
          {source.organization ?? "not known"}
          {source.asn !== null && <span class="muted"> AS{source.asn}</span>}
        </dd>
        <dt>Country</dt>
        <dd>{source.country === null ? "not known" : describeCountry(source.country)}</dd>
        <dt>Service</dt>
        <dd>
          {source.service ?? "not known"}
          {source.service_category !== null && (
            <span class="muted"> {source.service_category.replaceAll("_", " ")}</span>
          )}
        </dd>
        <dt>Passed DMARC</dt>
        <dd>
          <Rate passed={passed} failed={failed} />
        </dd>
        <dt>
          <Hint term="alignment">Aligned</Hint>
        </dt>
        <dd>
          <Hint term="spf">SPF</Hint> {formatRate(toPercent(source.spf_aligned, messages))},{" "}
          <Hint term="dkim">DKIM</Hint> {formatRate(toPercent(source.dkim_aligned, messages))}{" "}
          <span class="muted">passed for the domain of the From header</span>
        </dd>
        <dt>Seen</dt>
        <dd>
          {formatDay(source.first_seen)} to {formatDay(source.last_seen)}
          {source.first_seen.slice(0, 10) >= start && <span class="chip"> new in this period</span>}
        </dd>
      </dl>
    </Panel>
  );
}
