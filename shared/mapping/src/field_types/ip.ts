/**
 * `ip`: IPv4 and IPv6 addresses as 16-byte terms; term queries also take a network in CIDR
 * notation.
 */
import { compareBytes } from '@skein/bytes';
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  booleanQuery,
  constantScoreQuery,
  describedQuery,
  eitherText,
  type FieldSpec,
  matchNoneQuery,
  type Query,
  termQuery,
  termRangeQuery,
  termsQuery,
} from '@skein/search_library';
import { storeValue } from './field_names_spec.js';
import { fieldSpec } from './field_spec.js';
import type { FieldSink, FieldTypeDefinition, MappedField, RangeBounds } from './field_type.js';
import { formatIp, hostAddress, parseCidr, parseIp } from './ip_address.js';
import { mappedField, requireIndexed, scalarText } from './mapped_field.js';
import { forgive } from './number.js';
import { present } from './number_queries.js';
import {
  docValuesFlag,
  ignoreMalformed,
  indexFlag,
  meta,
  nullValue,
  storeFlag,
} from './parameter.js';
import { termDisplay } from './term_field.js';

export const ip: FieldTypeDefinition = {
  name: 'ip',
  derivable: true,
  runtime: true,
  parameters: [indexFlag, docValuesFlag, storeFlag, ignoreMalformed, nullValue, meta],
  build: (path, values) => {
    const spec = fieldSpec(path, {
      postings: values.flag('index') ? 'docs' : 'none',
      column: values.flag('doc_values') ? 'ordinal' : 'none',
    });
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
      values: { kind: 'address' },
      stored,
      readsText: true,
      nullValue: nullAddress(values.text('null_value')),
      index: values.flag('ignore_malformed')
        ? (value, sink) => forgive(path, value, sink, add)
        : add,
      ...ipQueries(spec),
      ...termDisplay({ name: path, spec, typeName: 'ip' }, { encode: parseIp, decode: formatIp }),
    });
  },
};

function ipQueries(spec: FieldSpec): Pick<MappedField, 'termQuery' | 'termsQuery' | 'rangeQuery'> {
  const exactly = (value: JsonValue): Query => {
    const text = scalarText(value);
    if (text.includes('/')) return network(spec.name, text);
    const address = parseIp(text);
    return exactAddress(spec, address, termQuery(spec.name, address));
  };
  return {
    termQuery: (value) => {
      requireIndexed(spec);
      return exactly(value);
    },
    termsQuery: (values) => {
      requireIndexed(spec);
      const [networks, addresses] = [true, false].map((is) =>
        values.map(scalarText).filter((text) => text.includes('/') === is),
      ) as [string[], string[]];
      if (networks.length === 0) return anyAddress(spec, addresses.map(parseIp));
      const inNetworks = anyNetwork(spec.name, networks);
      if (addresses.length === 0) return inNetworks;
      const exact = anyAddress(spec, addresses.map(parseIp));
      return constantScoreQuery(booleanQuery({ should: [exact, inNetworks] }));
    },
    rangeQuery: (bounds) => {
      requireIndexed(spec);
      return addressRange(spec.name, bounds);
    },
  };
}

/**
 * The description of an exact address in Lucene's notation: its points, and its column if there is
 * one.
 */
function exactAddress(spec: FieldSpec, address: Uint8Array, query: Query): Query {
  const of = (shown: string) => `${spec.name}:[${shown} TO ${shown}]`;
  const points = () => of(hostAddress(address));
  const column = () => of(hexText(address));
  const hasColumn = spec.column !== 'none';
  return describedQuery(
    () => (hasColumn ? eitherText(points(), column()) : points()),
    constantScoreQuery(query),
    hasColumn ? column : points,
  );
}

function anyAddress(spec: FieldSpec, addresses: readonly Uint8Array[]): Query {
  const query = termsQuery(spec.name, addresses);
  const [only] = addresses;
  if (addresses.length === 1 && only) return exactAddress(spec, only, query);
  const sorted = addresses.toSorted(compareBytes);
  const points = () => `${spec.name}:{${sorted.map(hostAddress).join(' ')}}`;
  const column = () => `${spec.name}:(${sorted.map(hexText).join(' ')})`;
  const hasColumn = spec.column !== 'none';
  return describedQuery(
    () => (hasColumn ? eitherText(points(), column()) : points()),
    query,
    () => `ConstantScore(${hasColumn ? column() : points()})`,
  );
}

function anyNetwork(name: string, networks: readonly string[]): Query {
  const ranges = networks.map((cidr) => network(name, cidr));
  const text = () => {
    const shown = networks.map(parseCidr).map(({ first, last }) => pointText(first, last));
    return `${name}:${shown.map((each) => `{${each}}`).join(',')}`;
  };
  return describedQuery(text, constantScoreQuery(booleanQuery({ should: ranges })));
}

function hexText(address: Uint8Array): string {
  return `[${Array.from(address, (byte) => byte.toString(16)).join(' ')}]`;
}

const ADDRESS_BYTES = 16;

/** Converts to inclusive bounds; a missing one is the first or last possible address. */
function addressRange(name: string, { includeLower, includeUpper, ...bounds }: RangeBounds): Query {
  const lower = present(bounds.lower)
    ? stepped(parseIp(scalarText(bounds.lower)), includeLower ? 0 : 1)
    : new Uint8Array(ADDRESS_BYTES);
  const upper = present(bounds.upper)
    ? stepped(parseIp(scalarText(bounds.upper)), includeUpper ? 0 : -1)
    : new Uint8Array(ADDRESS_BYTES).fill(0xff);
  if (lower === undefined || upper === undefined) return matchNoneQuery('no address is beyond it');
  return addresses(name, lower, upper);
}

function addresses(name: string, lower: Uint8Array, upper: Uint8Array): Query {
  return termRangeQuery(name, {
    lower,
    upper,
    includeLower: true,
    includeUpper: true,
    pointText: pointText(lower, upper),
  });
}

const pointText = (lower: Uint8Array, upper: Uint8Array): string =>
  `[${hostAddress(lower)} TO ${hostAddress(upper)}]`;

/** The next or the previous address; undefined if there is none. */
function stepped(address: Uint8Array, by: -1 | 0 | 1): Uint8Array | undefined {
  const next = Uint8Array.from(address);
  for (let i = next.length - 1, carry: number = by; carry !== 0; i--) {
    if (i < 0) return undefined;
    const sum = (next[i] as number) + carry;
    next[i] = sum;
    carry = sum < 0 ? -1 : sum > 0xff ? 1 : 0;
  }
  return next;
}

function network(name: string, cidr: string): Query {
  const { first, last } = parseCidr(cidr);
  return addresses(name, first, last);
}

/** An invalid `null_value` is shown and never used. */
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
