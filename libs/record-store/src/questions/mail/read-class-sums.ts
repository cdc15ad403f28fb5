import type { Engine } from "../../engine/engine.ts";
import { readSettings } from "../../engine/read-settings.ts";
import { toAddressText } from "../../rows/stored-values.ts";
import { NOT_JUDGED } from "../../rows/verdicts/not-judged.ts";
import { type Filter, toCondition } from "../filter.ts";

/** Messages of one class. */
export interface ClassSums {
  readonly messages: number;
  readonly failed: number;
  /** Of those that failed, those that receivers rejected or put into the junk folder. */
  readonly refused: number;
}

/** A sender of mail of one class: a service, or else an address. */
export interface SenderSums {
  readonly class: string;
  readonly name: string;
  /** The cause or rule by which this mail is summed apart from the sender's other mail; `""`: none. */
  readonly apart: string;
  /** Of the source with most of these failing messages. */
  readonly cause: string;
  /** Those with most failing messages, at most {@link ADDRESSES_MAX}. */
  readonly addresses: readonly string[];
  readonly failed: number;
  readonly refused: number;
}

export interface ClassSumsAnswer {
  /** Classes that have messages. */
  readonly classes: ReadonlyMap<string, ClassSums>;
  /** Those with failing messages, most first: at most {@link SENDERS_MAX} of each class, and of each cause or rule apart. */
  readonly senders: readonly SenderSums[];
}

const ADDRESSES_MAX = 20;
const SENDERS_MAX = 200;

interface Row extends Omit<SenderSums, "addresses"> {
  readonly addresses: readonly string[];
  readonly messagesOfAll: number;
  readonly failedOfAll: number;
  readonly refusedOfAll: number;
}

const classOf = `multiIf(dmarc_pass, 'compliant', verdict.of_class = '', '${NOT_JUDGED.class}', verdict.of_class)`;

interface ClassSumsQuestion extends Filter {
  readonly domainIds: readonly string[];
  /** Causes and rules of which a sender's mail is summed apart. */
  readonly apart: readonly string[];
}

/** The mail about some domains by the stored verdicts: what failed is of the class of its source, and what passed is compliant. */
export async function readClassSums(
  engine: Engine,
  organizationId: string,
  { apart, ...filter }: ClassSumsQuestion,
): Promise<ClassSumsAnswer> {
  const { sql, params } = toCondition(organizationId, filter);
  const query = `SELECT class, name, apart, argMax(cause, failing) AS cause, sum(failing) AS failed, sum(refusedPart) AS refused,
    arraySlice(arrayMap(pair -> pair.2, arraySort(groupArray((-toInt64(failing), source_ip)))), 1, ${ADDRESSES_MAX}) AS addresses,
    sum(sum(part)) OVER own AS messagesOfAll, sum(failed) OVER own AS failedOfAll, sum(refused) OVER own AS refusedOfAll
  FROM (
    SELECT source_ip, part, refusedPart, if(dmarc_pass, 0, part) AS failing, ${classOf} AS class,
      if(verdict.of_service = '', toString(source_ip), verdict.of_service) AS name,
      if(verdict.of_cause = '', '${NOT_JUDGED.cause}', verdict.of_cause) AS cause,
      multiIf(verdict.of_cause IN {apart:Array(String)}, verdict.of_cause,
        verdict.of_rule IN {apart:Array(String)}, verdict.of_rule, '') AS apart
    FROM (
      SELECT domain_id, source_ip, dmarc_pass, sum(count) AS part,
        sumIf(count, NOT dmarc_pass AND lower(trimBoth(disposition)) IN ('reject', 'quarantine')) AS refusedPart
      FROM records WHERE ${sql} GROUP BY domain_id, source_ip, dmarc_pass HAVING part > 0
    ) AS piece
    LEFT ANY JOIN (
      SELECT domain_id, source_ip, toString(service) AS of_service, toString(class) AS of_class, toString(cause) AS of_cause,
        toString(rule) AS of_rule
      FROM verdicts FINAL WHERE organization_id = {organizationId:String} AND domain_id IN {domainIds:Array(String)}
    ) AS verdict USING (domain_id, source_ip)
  )
  GROUP BY class, name, apart
  WINDOW own AS (PARTITION BY class)
  ORDER BY failed DESC, class, name, apart
  LIMIT ${SENDERS_MAX} BY class, apart ${readSettings}`;
  const rows = await engine.select<Row>(query, { ...params, apart });
  return {
    classes: new Map(rows.map((row) => [row.class, toSums(row)])),
    senders: rows.filter(({ failed }) => failed > 0).map(toSender),
  };
}

function toSums({ messagesOfAll: messages, failedOfAll: failed, refusedOfAll: refused }: Row): ClassSums {
  return { messages, failed, refused };
}

function toSender({ name, apart, cause, failed, refused, ...row }: Row): SenderSums {
  const addresses = row.addresses.map(toAddressText);
  return {
    class: row.class,
    name: name.startsWith("::ffff:") ? toAddressText(name) : name,
    apart,
    cause,
    addresses,
    failed,
    refused,
  };
}
