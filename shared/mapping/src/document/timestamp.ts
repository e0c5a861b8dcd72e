/** `_data_stream_timestamp`: a document of a data stream must have exactly one timestamp. */
import { ApiError } from '@skein/errors';
import type { FieldSpec, IndexedField } from '@skein/search_library';
import type { IndexMapping } from '../index_mapping.js';

/**
 * Throws if the document has no date in the field, or several. `fields`: all fields that were read
 * from the document. `isWhole`: false if the mapping still lacks fields of the document, which will
 * be parsed again.
 */
export function checkTimestamp(
  { root, lookup }: IndexMapping,
  fields: readonly IndexedField[],
  isWhole: boolean,
): void {
  const timestamp = root.dataStreamTimestamp;
  if (timestamp?.enabled !== true) return;
  const field = lookup.fields.get(timestamp.field);
  // The document may introduce the field.
  if (field === undefined && !isWhole) return;
  // As in OpenSearch, dates without doc values do not count.
  if (field?.aggregatable === true && countOf(fields, field.spec) === 1) return;
  const cause = new ApiError(
    'illegal_argument_exception',
    `documents must contain a single-valued timestamp field '${timestamp.field}' of date type`,
  );
  throw new ApiError('mapper_parsing_exception', 'failed to parse', { cause });
}

function countOf(fields: readonly IndexedField[], wanted: FieldSpec | undefined): number {
  let count = 0;
  for (const { kind, spec } of fields) if (kind === 'number' && spec === wanted) count++;
  return count;
}
