import { invalidAt } from "@ruaflow/http";
import {
  type RecordFilter,
  type RecordFilterEntry,
  type RecordFilterName,
  recordFilters,
} from "@ruaflow/record-store/filters";
import { NOT_JUDGED } from "@ruaflow/record-store/verdicts";
import { causes } from "@ruaflow/senders/rules";
import { Type } from "typebox";

const entries = Object.entries<RecordFilterEntry<RecordFilterName>>(recordFilters);

/** Codes that the rules of senders know, and the record store does not. */
const codes: Readonly<Record<string, readonly string[]>> = { cause: [...causes, NOT_JUDGED.cause] };

const toParameter = ({ name, schema, description, example }: RecordFilterEntry) => {
  const known = codes[name];
  return Type.Optional(
    Type.Unsafe<string>({ ...(known ? { enum: [...known] } : schema), description, examples: [example] }),
  );
};

const parameters = Object.fromEntries(entries.map(([, entry]) => [entry.name, toParameter(entry)])) as Readonly<
  Record<RecordFilterName, ReturnType<typeof toParameter>>
>;

const { result, ...others } = parameters;

/** Whether messages passed DMARC. */
export const ResultQuery = { result };

/** The other parameters that select records; several together select the records that fit all of them. */
export const RecordQuery = others;

export type RecordParameters = { readonly [Name in RecordFilterName]?: string };

/** For descriptions: the names of all filters of records, and where they are explained. */
export const RECORD_FILTER_NAMES = entries.map(([, { name }]) => name);
export const RECORD_FILTERS = "[filters of records](/docs/reports#filters)";

/**
 * The record filter of a query; empty when no parameter selects records.
 * @throws {ProblemError} 400 for a text that is no address or range
 */
export function readRecordFilter(query: RecordParameters): { records?: RecordFilter } {
  const given = entries.flatMap(([member, entry]) => {
    const text = query[entry.name];
    return text === undefined ? [] : [[member, readValue(entry, text)]];
  });
  return given.length > 0 ? { records: Object.fromEntries(given) } : {};
}

function readValue({ name, form, parse }: RecordFilterEntry, text: string): unknown {
  const value = parse(text);
  if (value === undefined) throw invalidAt(`/query/${name}`, `is not ${form}: "${text}"`);
  return value;
}
