/** Decides if a segment is in the order of a search, so that its first matches are its best. */
import type { IndexSort, IndexSortField } from '../../index/index_sort.js';
import type { SortField } from '../results.js';

/**
 * True if the search's keys are a prefix of the index's keys, possibly followed by the ascending
 * document number.
 */
export function followsSort(index: IndexSort | undefined, search: readonly SortField[]): boolean {
  if (index === undefined || index.length === 0) return false;
  const last = search[search.length - 1];
  const endsByDoc = last?.kind === 'doc' && !last.reverse;
  const keys = endsByDoc ? search.slice(0, -1) : search;
  return keys.length <= index.length && keys.every((key, i) => isSame(index[i], key));
}

function isSame(index: IndexSortField, search: SortField): boolean {
  if (search.kind !== index.kind) return false;
  if (search.kind !== 'number' && search.kind !== 'ordinal') return false;
  const sameKey =
    search.field === index.field &&
    search.reverse === index.reverse &&
    search.mode === index.mode &&
    search.missing === index.missing &&
    search.nested === undefined;
  if (!sameKey || index.kind !== 'number' || search.kind !== 'number') return sameKey;
  if (search.cast !== undefined) return false;
  return search.integral === index.integral && (search.unsigned ?? false) === index.unsigned;
}
