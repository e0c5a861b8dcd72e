/** `binary`: Base64 text that is stored but not searchable. */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { base64Decode, base64Encode } from './base64.js';
import { storeValue } from './field_names_spec.js';
import { fieldSpec } from './field_spec.js';
import type { FieldTypeDefinition } from './field_type.js';
import { mappedField } from './mapped_field.js';
import { docValuesFlag, meta, storeFlag } from './parameter.js';

export const binary: FieldTypeDefinition = {
  name: 'binary',
  parameters: [meta, storeFlag, { ...docValuesFlag, default: false }],
  build: (path, values) => {
    const spec = fieldSpec(path, { column: values.flag('doc_values') ? 'ordinal' : 'none' });
    const stored = values.flag('store');
    return mappedField({
      name: path,
      typeName: 'binary',
      spec,
      stored,
      values: { kind: 'bytes' },
      hasTerms: false,
      takesWords: false,
      indexOrder: 'own',
      readsText: true,
      searchable: false,
      aggregatable: false,
      index: () => {},
      ...(stored || values.flag('doc_values')
        ? {
            index: (value, sink) => {
              const bytes = decode(value);
              if (stored) storeValue(spec, value, sink);
              if (spec.column !== 'none') sink.add({ kind: 'term', spec, value: bytes });
            },
          }
        : {}),
      termQuery: () => {
        throw new ApiError('query_shard_exception', 'Binary fields do not support searching');
      },
      docValueFormat: (value) => (value instanceof Uint8Array ? base64Encode(value) : null),
    });
  },
};

function decode(value: JsonValue): Uint8Array {
  const bytes = base64Decode(String(value));
  if (bytes) return bytes;
  throw new ApiError(
    'json_parse_exception',
    `Failed to decode VALUE_STRING as base64 (MIME-NO-LINEFEEDS): ${String(value)}`,
  );
}
