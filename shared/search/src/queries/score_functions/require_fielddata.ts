/** Score functions read columns: a field without one throws the error that explains why. */
import type { MappedField } from '@skein/mapping';

export function requireFielddata(field: MappedField): void {
  if (field.spec.column !== 'none') return;
  field.sortField({ reverse: false, mode: undefined, missing: undefined, numericType: undefined });
}
