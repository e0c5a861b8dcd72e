/**
 * Elasticsearch's `counted_keyword`: exact terms as in `keyword`, which a document may contain
 * several times; `counted_terms` counts each occurrence.
 */
import { compareBytes, utf8, utf8Length } from '@skein/bytes';
import { isJsonArray, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { FieldSpec } from '@skein/search_library';
import { fieldSpec } from './field_spec.js';
import type { FieldSink, FieldTypeDefinition } from './field_type.js';
import { immenseTerm, MAX_TERM_BYTES } from './keyword.js';
import { mappedField } from './mapped_field.js';
import { indexFlag, meta } from './parameter.js';
import { countTerms } from './term_counts.js';
import { termDisplay, termQueries } from './term_field.js';

const TYPE = 'counted_keyword';

export const countedKeyword: FieldTypeDefinition = {
  name: TYPE,
  parameters: [indexFlag, meta],
  build: (path, values) => {
    const spec = fieldSpec(path, {
      postings: values.flag('index') ? 'docs' : 'none',
      column: 'ordinal',
    });
    const counts: FieldSpec = { ...spec, name: `${path}_count`, postings: 'none' };
    const field = { name: path, spec, typeName: TYPE };
    return mappedField({
      ...field,
      values: { kind: 'term', counts: counts.name },
      indexOrder: 'never',
      oneToken: true,
      readsStructures: true,
      listed: { kind: 'indexed', field: path, prefix: '' },
      ...termQueries({ field, toTerm: (text) => text }),
      ...termDisplay(field),
      shownValues: (value) => [value],
      index: (value, sink) => addCounted(value, { spec, counts, sink }),
    });
  },
};

interface Target {
  readonly spec: FieldSpec;
  readonly counts: FieldSpec;
  readonly sink: FieldSink;
}

function addCounted(value: JsonValue, { spec, counts, sink }: Target): void {
  const found = new Map<string, number>();
  for (const one of isJsonArray(value) ? value : [value]) {
    if (one === null) continue;
    if (typeof one !== 'string') throw unexpected(one);
    if (utf8Length(one) > MAX_TERM_BYTES) throw immenseTerm(spec.name, utf8(one));
    found.set(one, (found.get(one) ?? 0) + 1);
  }
  if (found.size === 0) return;
  if (sink.has(spec)) {
    throw new ApiError(
      'illegal_argument_exception',
      `Field [${spec.name}] of type [${TYPE}] takes the values of a document in one place`,
    );
  }
  const inOrder = [...found].sort(([a], [b]) => compareCodePoints(a, b));
  for (const [term] of inOrder) sink.add({ kind: 'term', spec, value: term });
  for (const term of countTerms(inOrder.map(([, count]) => count))) {
    sink.add({ kind: 'term', spec: counts, value: term });
  }
}

/** Compares the UTF-8 bytes. */
function compareCodePoints(a: string, b: string): number {
  return compareBytes(utf8(a), utf8(b));
}

function unexpected(value: JsonValue): ApiError {
  const scalar = typeof value === 'boolean' ? 'VALUE_BOOLEAN' : 'VALUE_NUMBER';
  const token = typeof value === 'object' ? 'START_OBJECT' : scalar;
  return new ApiError('illegal_argument_exception', `Encountered unexpected token [${token}].`);
}
