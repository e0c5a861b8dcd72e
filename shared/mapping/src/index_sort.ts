/** The index sort, from the settings of an index and the fields they name. */
import { ApiError, illegalArgument } from '@skein/errors';
import type { IndexSort, IndexSortField, SortField } from '@skein/search_library';
import { type IndexSortSetting, readIndexSort, type Settings } from '@skein/settings';
import type { MappedField } from './field_types/field_type.js';
import type { IndexMapping } from './index_mapping.js';

/**
 * Empty if no sort is set. Throws `illegal_argument_exception` if the mapping does not permit the
 * sort.
 */
export function indexSort(settings: Settings, mapping: IndexMapping): IndexSort {
  const keys = readIndexSort(settings);
  if (keys.length === 0) return [];
  if (mapping.hasNested) {
    throw illegalArgument('cannot have nested fields when index sort is activated');
  }
  return keys.map((key) => sortKey(key, mapping));
}

function sortKey(key: IndexSortSetting, mapping: IndexMapping): IndexSortField {
  const mapped = mapping.field(key.field);
  if (mapped === undefined) throw illegalArgument(`unknown index sort field:[${key.field}]`);
  const sort = searchSort(key, mapped);
  const { field, reverse, mode } = sort;
  const missing = key.missing === '_first' ? 'first' : 'last';
  const common = { field, reverse, mode: mode === 'max' ? 'max' : 'min', missing } as const;
  if (sort.kind === 'ordinal') return { kind: 'ordinal', ...common };
  return { kind: 'number', integral: sort.integral, unsigned: sort.unsigned ?? false, ...common };
}

type ColumnSort = Extract<SortField, { kind: 'number' | 'ordinal' }>;

/** The sort that a search in this order uses, so that it benefits from the index order. */
function searchSort({ field, ...key }: IndexSortSetting, mapped: MappedField): ColumnSort {
  const sort = sortOf(field, () => mapped.sortField({ ...key, numericType: undefined }), mapped);
  const isColumn = sort?.kind === 'number' || sort?.kind === 'ordinal';
  if (!isColumn || mapped.indexOrder === 'never') {
    throw illegalArgument(`invalid index sort field:[${field}]`);
  }
  return sort;
}

/** Undefined if the field's sort is not by a column. */
function sortOf(
  field: string,
  make: () => SortField,
  { indexOrder }: MappedField,
): SortField | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ApiError) || indexOrder === 'own') throw error;
    if (indexOrder === 'never') return undefined;
    throw new ApiError(
      'illegal_argument_exception',
      `docvalues not found for index sort field:[${field}]`,
      { cause: error },
    );
  }
}
