/**
 * Score functions and `terms_set` read columns: a field without one throws the error that explains
 * why.
 */
import { ApiError } from '@skein/errors';
import type { MappedField } from '@skein/mapping';

export function requireFielddata(field: MappedField): void {
  if (field.spec.column !== 'none') return;
  field.sortField({ reverse: false, mode: undefined, missing: undefined, numericType: undefined });
}

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
