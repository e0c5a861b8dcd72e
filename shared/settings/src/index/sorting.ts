/**
 * Settings of the order in which an index's documents are kept. They are lists, with one entry per
 * sort key.
 */
import { illegalArgument } from '@skein/errors';
import { readSetting } from '../setting.js';
import { listSetting } from '../setting_types.js';
import type { Settings } from '../settings.js';

export const SORTING = {
  field: listSetting([
    'index.sort.field',
    'final',
    'fields by which the documents of a segment are sorted',
  ]),
  order: listSetting(['index.sort.order', 'final', 'sort order of each field: asc or desc']),
  mode: listSetting([
    'index.sort.mode',
    'final',
    'value of a field with several values that counts for the sort: min or max',
  ]),
  missing: listSetting([
    'index.sort.missing',
    'final',
    'place of documents without a value: _first or _last',
  ]),
};

export interface IndexSortSetting {
  readonly field: string;
  readonly reverse: boolean;
  readonly mode: 'min' | 'max';
  readonly missing: '_first' | '_last';
}

const ORDERS: ReadonlySet<string> = new Set(['asc', 'desc']);
const MODES: ReadonlySet<string> = new Set(['SUM', 'AVG', 'MEDIAN', 'MIN', 'MAX']);

/**
 * The sort keys; empty: order of arrival. Throws `illegal_argument_exception` with OpenSearch's
 * messages.
 */
export function readIndexSort(settings: Settings): readonly IndexSortSetting[] {
  const fields = readSetting(settings, SORTING.field);
  const orders = readSetting(settings, SORTING.order).map(parseOrder);
  checkLength(fields, SORTING.order.key, orders);
  const modes = readSetting(settings, SORTING.mode).map(parseMode);
  checkLength(fields, SORTING.mode.key, modes);
  const missing = readSetting(settings, SORTING.missing);
  checkLength(fields, SORTING.missing.key, missing);
  const places = missing.map(parseMissing);
  return fields.map((field, i) => {
    const reverse = orders[i] === 'desc';
    const mode = modes[i] === undefined ? naturalMode(reverse) : indexMode(modes[i]);
    return { field, reverse, mode, missing: places[i] ?? '_last' };
  });
}

function checkLength(fields: readonly string[], key: string, values: readonly string[]): void {
  if (values.length === 0 || values.length === fields.length) return;
  throw illegalArgument(
    `${SORTING.field.key}:[${fields.join(', ')}] ${key}:[${values.join(', ')}], size mismatch`,
  );
}

function parseOrder(text: string): string {
  const order = text.toLowerCase();
  if (!ORDERS.has(order)) throw illegalArgument(`Illegal sort order:${text}`);
  return order;
}

function parseMode(text: string): string {
  const mode = text.toUpperCase();
  if (!MODES.has(mode)) throw illegalArgument(`Illegal sort mode: ${text}`);
  return mode;
}

function naturalMode(reverse: boolean): 'min' | 'max' {
  return reverse ? 'max' : 'min';
}

/**
 * Parses a mode. Sums and averages are refused, since they are not values of the document itself.
 */
function indexMode(mode: string): 'min' | 'max' {
  if (mode === 'MIN') return 'min';
  if (mode === 'MAX') return 'max';
  throw illegalArgument(`Illegal index sort mode:[${mode}], must be one of [MAX, MIN]`);
}

function parseMissing(text: string): '_first' | '_last' {
  if (text === '_first' || text === '_last') return text;
  throw illegalArgument(`Illegal missing value:[${text}], must be one of [_last, _first]`);
}
