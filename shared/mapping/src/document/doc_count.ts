/**
 * `_doc_count`: the number of documents that this one represents after a rollup. It is the only
 * metadata field allowed in a document.
 */
import { JSON_TOKEN, type JsonReader, type JsonValue, tokenName } from '@skein/content';
import { ApiError } from '@skein/errors';
import { DOC_COUNT_SPEC } from '../metadata_fields.js';
import { javaText } from '../tree/java_text.js';
import type { CollectingSink } from './collecting_sink.js';

/** Adds the value at the reader. */
export function addDocCount(reader: JsonReader, sink: CollectingSink, id: string): void {
  const { token } = reader;
  const value: JsonValue = reader.value();
  if (token !== JSON_TOKEN.NUMBER) {
    throw failure(id, value, [
      'parsing_exception',
      `Failed to parse object: expecting token of type [VALUE_NUMBER] but found [${tokenName(token)}]`,
    ]);
  }
  const count = Number(value);
  if (!Number.isSafeInteger(count) || count <= 0) {
    throw failure(id, value, [
      'illegal_argument_exception',
      `Field [_doc_count] must be a positive integer.`,
    ]);
  }
  if (sink.has(DOC_COUNT_SPEC)) {
    throw new ApiError(
      'illegal_argument_exception',
      'DocValuesField "_doc_count" appears more than once in this document (only one value is allowed per field)',
    );
  }
  sink.add({ kind: 'number', spec: DOC_COUNT_SPEC, value: count });
}

function failure(
  id: string,
  value: JsonValue,
  [type, reason]: readonly ['parsing_exception' | 'illegal_argument_exception', string],
): ApiError {
  const cause = new ApiError(type, reason);
  return new ApiError(
    'mapper_parsing_exception',
    `failed to parse field [_doc_count] of type [_doc_count] in document with id '${id}'. Preview of field's value: '${javaText(value)}'`,
    { cause },
  );
}
