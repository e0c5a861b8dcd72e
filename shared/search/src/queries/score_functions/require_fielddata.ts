/**
 * Score functions and `terms_set` read columns: a field without one throws the error that explains
 * why. A number without `doc_values` has a column, which serves ranges alone.
 */
import { ApiError } from '@skein/errors';
import { type MappedField, PLAIN_SORT, requireDocValues } from '@skein/mapping';

export function requireFielddata(field: MappedField): void {
  if (field.values.kind === 'point') requireDocValues(field);
  else if (SORTED.has(field.spec.column)) field.sortField(PLAIN_SORT);
}

/** The columns of fields that can be sorted if they can be read. */
const SORTED: ReadonlySet<MappedField['spec']['column']> = new Set(['none', 'long', 'double']);

/** OpenSearch fails on the class of the column. */
export function requireNumbers(field: MappedField): void {
  requireFielddata(field);
  const { column } = field.spec;
  if (column === 'long' || column === 'double') return;
  throw new ApiError(
    'illegal_argument_exception',
    `Field [${field.name}] of type [${field.typeName}] holds no numbers`,
  );
}
