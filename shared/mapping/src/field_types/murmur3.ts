/**
 * `murmur3`: the hash of a value as a long, so that a `cardinality` aggregation need not compute
 * it. The field is not searchable.
 */
import { HASH, hashBytes, utf8 } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import { storeValue } from './field_names_spec.js';
import { fieldSpec } from './field_spec.js';
import type { FieldTypeDefinition } from './field_type.js';
import { compactLong } from './java_number.js';
import { mappedField, scalarText, shownScalar } from './mapped_field.js';
import { numberToken } from './number.js';
import { integerDisplay } from './number_display.js';
import { type ColumnNumber, LONG } from './number_kind.js';
import { meta, storeFlag } from './parameter.js';

export const murmur3: FieldTypeDefinition = {
  name: 'murmur3',
  parameters: [storeFlag, meta],
  build: (path, values) => {
    const spec = fieldSpec(path, { column: 'long' });
    const stored = values.flag('store');
    return mappedField({
      name: path,
      typeName: 'murmur3',
      spec,
      stored,
      searchable: false,
      takesWords: false,
      aggregatable: true,
      readsText: true,
      ...integerDisplay(LONG, path, spec),
      shownValues: shownScalar((value) => [scalarText(value)]),
      index: (value, sink) => {
        const hash = hashOf(String(numberToken(value, sink)));
        if (stored) storeValue(spec, hash, sink);
        sink.add({ kind: 'number', spec, value: hash });
      },
      termQuery: () => {
        const reason = `Murmur3 fields are not searchable: [${path}]`;
        throw new ApiError('query_shard_exception', reason);
      },
    });
  },
};

/** The first half of the 128-bit MurmurHash3 of the UTF-8 bytes, signed. */
function hashOf(text: string): ColumnNumber {
  hashBytes(utf8(text));
  const [high = 0, low = 0] = HASH;
  const bits = (BigInt(high) << 32n) | BigInt(low);
  return compactLong(BigInt.asIntN(64, bits));
}
