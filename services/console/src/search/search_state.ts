/**
 * The state of the search page as it stands in the address, so that a copied address shows the
 * same.
 */
import { isList, type Json, parseJson, writeJson } from '../json/exact_json.js';
import { type Chart, readChart, writeChart } from './chart_state.js';

export interface Filter {
  readonly field: string;
  readonly value: Scalar;
  /** True to exclude documents with the value. */
  readonly isNegated: boolean;
}

export type Scalar = string | number | bigint | boolean;

export interface SortBy {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

export interface SearchState {
  /**
   * Indices, aliases, data streams or patterns, separated by commas; empty while nothing is chosen.
   */
  readonly index: string;
  /** A query in the syntax of `query_string`. */
  readonly query: string;
  readonly filters: readonly Filter[];
  /** Empty to show the whole document. */
  readonly columns: readonly string[];
  /** Undefined to sort by time if a date field exists, else by score. */
  readonly sort: SortBy | undefined;
  /** The date field of the range and the histogram; empty for the default one. */
  readonly timeField: string;
  /** Date math or an instant; empty for no limit. */
  readonly from: string;
  readonly to: string;
  /** Undefined while no chart is open. */
  readonly chart: Chart | undefined;
}

type SearchParams = Readonly<Record<string, string>>;

export function readState(params: SearchParams): SearchState {
  return {
    index: params.index ?? '',
    query: params.q ?? '',
    filters: readFilters(params.filters ?? ''),
    columns: (params.columns ?? '').split(',').filter((name) => name !== ''),
    sort: readSort(params.sort ?? ''),
    timeField: params.time ?? '',
    from: params.from ?? '',
    to: params.to ?? '',
    chart: readChart(params.chart ?? ''),
  };
}

/** Writes every parameter of the page, so that empty ones replace earlier values. */
export function writeState(state: SearchState): SearchParams {
  const { index, query, filters, columns, sort, timeField, from, to, chart } = state;
  const written = filters.map(({ field, value, isNegated }) =>
    isNegated ? [field, value, 'not'] : [field, value],
  );
  return {
    index,
    q: query,
    filters: written.length === 0 ? '' : writeJson(written),
    columns: columns.join(','),
    sort: sort === undefined ? '' : `${sort.field}:${sort.order}`,
    time: timeField,
    from,
    to,
    chart: writeChart(chart),
  };
}

/** Reads the filters; text that is no list of filters, as in a truncated address, gives none. */
function readFilters(text: string): readonly Filter[] {
  if (text === '') return [];
  try {
    const list = parseJson(text);
    return isList(list) ? list.flatMap(readFilter) : [];
  } catch (failure) {
    if (failure instanceof SyntaxError) return [];
    throw failure;
  }
}

function readFilter(entry: Json): readonly Filter[] {
  if (!isList(entry)) return [];
  const [field, value, mark] = entry;
  if (typeof field !== 'string' || !isScalar(value)) return [];
  return [{ field, value, isNegated: mark === 'not' }];
}

export function isScalar(value: Json | undefined): value is Scalar {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

function readSort(text: string): SortBy | undefined {
  const [, field, order] = /^(.+):(asc|desc)$/.exec(text) ?? [];
  if (field === undefined) return undefined;
  return { field, order: order === 'asc' ? 'asc' : 'desc' };
}

/** Adds the filter at the end; an equal or opposite one is removed. */
export function withFilter(state: SearchState, filter: Filter): SearchState {
  const others = state.filters.filter(
    ({ field, value }) => field !== filter.field || value !== filter.value,
  );
  return { ...state, filters: [...others, filter] };
}

export function withoutFilter(state: SearchState, filter: Filter): SearchState {
  return { ...state, filters: state.filters.filter((one) => one !== filter) };
}

export function withColumn(state: SearchState, name: string): SearchState {
  const { columns } = state;
  const isThere = columns.includes(name);
  return {
    ...state,
    columns: isThere ? columns.filter((one) => one !== name) : [...columns, name],
  };
}
