/** `ip`: IPv4 and IPv6 addresses as 16-byte terms; term queries also take a network in CIDR notation. */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  booleanQuery,
  constantScoreQuery,
  type FieldSpec,
  type Query,
  termQuery,
  termRangeQuery,
  termsQuery,
} from '@skein/search_library';
import { storeValue } from './field_names_spec.js';
import type { FieldSink, FieldTypeDefinition, MappedField } from './field_type.js';
import { formatIp, parseCidr, parseIp } from './ip_address.js';
import { mappedField, requireIndexed, scalarText } from './mapped_field.js';
import { forgive } from './number.js';
import {
  docValuesFlag,
  ignoreMalformed,
  indexFlag,
  meta,
  nullValue,
  storeFlag,
} from './parameter.js';
import { termDisplay, termRange } from './term_field.js';

export const ip: FieldTypeDefinition = {
  name: 'ip',
  parameters: [indexFlag, docValuesFlag, storeFlag, ignoreMalformed, nullValue, meta],
  build: (path, values) => {
    const spec: FieldSpec = {
      name: path,
      postings: values.flag('index') ? 'docs' : 'none',
      norms: false,
      column: values.flag('doc_values') ? 'ordinal' : 'none',
      points: false,
    };
    const stored = values.flag('store');
    const add = (value: JsonValue, sink: FieldSink): void => {
      const address = parseIp(String(value));
      if (stored) storeValue(spec, formatIp(address), sink);
      if (spec.postings === 'none' && spec.column === 'none') return;
      sink.add({ kind: 'term', spec, value: address });
    };
    return mappedField({
      name: path,
      typeName: 'ip',
      spec,
      stored,
      readsText: true,
      nullValue: nullAddress(values.text('null_value')),
      index: values.flag('ignore_malformed')
        ? (value, sink) => forgive(path, value, sink, add)
        : add,
      ...ipQueries(spec),
      ...termDisplay({ name: path, spec, typeName: 'ip' }, parseIp, formatIp),
    });
  },
};

function ipQueries(spec: FieldSpec): Pick<MappedField, 'termQuery' | 'termsQuery' | 'rangeQuery'> {
  const exactly = (value: JsonValue): Query => {
    const text = scalarText(value);
    if (text.includes('/')) return network(spec.name, text);
    return constantScoreQuery(termQuery(spec.name, parseIp(text)));
  };
  return {
    termQuery: (value) => {
      requireIndexed(spec);
      return exactly(value);
    },
    termsQuery: (values) => {
      requireIndexed(spec);
      const texts = values.map(scalarText);
      if (!texts.some((text) => text.includes('/')))
        return termsQuery(spec.name, texts.map(parseIp));
      return constantScoreQuery(booleanQuery({ should: values.map(exactly) }));
    },
    rangeQuery: (bounds) => {
      requireIndexed(spec);
      return termRange(spec.name, bounds, (value) => parseIp(scalarText(value)));
    },
  };
}

function network(name: string, cidr: string): Query {
  const { first, last } = parseCidr(cidr);
  return termRangeQuery(name, {
    lower: first,
    upper: last,
    includeLower: true,
    includeUpper: true,
  });
}

/** A `null_value` that is no address is shown, and never used. */
function nullAddress(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  try {
    parseIp(given);
    return given;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
