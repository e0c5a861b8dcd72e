/** The keys of a sort, from its fields. */
import { assertNever } from '@skein/base';
import type { SortField } from '../results.js';
import { ComputedNumberKey } from './computed_number_key.js';
import { ComputedTextKey } from './computed_text_key.js';
import { DocKey } from './doc_key.js';
import { GeoDistanceKey } from './geo_distance_key.js';
import { nestedKey } from './nested_key.js';
import { NumberKey } from './number_key.js';
import { OrdinalKey } from './ordinal_key.js';
import { ScoreKey } from './score_key.js';
import type { SortKey, SortKeyOptions } from './sort_key.js';

export function sortKey(field: SortField, options: SortKeyOptions): SortKey {
  const key = keyOf(field, options);
  const nested = 'nested' in field ? field.nested : undefined;
  return nested === undefined ? key : nestedKey(key, nested);
}

function keyOf(field: SortField, options: SortKeyOptions): SortKey {
  switch (field.kind) {
    case 'number':
      return new NumberKey(field, options);
    case 'ordinal':
      return new OrdinalKey(field, options);
    case 'distance':
      return new GeoDistanceKey(field, options);
    case 'computed_number':
      return new ComputedNumberKey(field, options);
    case 'computed_text':
      return new ComputedTextKey(field, options);
    case 'score':
      return new ScoreKey(field, options);
    case 'doc':
      return new DocKey(field, options);
    default:
      return assertNever(field, 'sort field');
  }
}
