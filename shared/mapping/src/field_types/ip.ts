/**
 * `ip`: IPv4 and IPv6 addresses as 16-byte terms; term queries also take a network in CIDR
 * notation.
 */
import { compareBytes } from '@skein/bytes';
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  booleanQuery,
  columnSpanQuery,
  columnTermsQuery,
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
import { exactSpec } from './field_spec.js';
import type { FieldSink, FieldTypeDefinition, MappedField, RangeBounds } from './field_type.js';
import { formatIp, hostAddress, parseCidr, parseIp } from './ip_address.js';
import { mappedField, requireSearchable, scalarText, shownScalar } from './mapped_field.js';
import { forgive } from './number.js';
import { present } from './number_queries.js';
import { meta, nullValue, VALUE_FLAGS } from './parameter.js';
import { termDisplay } from './term_field.js';

export const ip: FieldTypeDefinition = {
  name: 'ip',
  derivable: true,
  runtime: true,
  parameters: [...VALUE_FLAGS, nullValue, meta],
  build: (path, values) => {
    const spec = exactSpec(path, values, 'ordinal');
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
      shownValues: shownScalar((value) => [formatIp(parseIp(scalarText(value)))]),
      ...ipQueries(spec),
      ...termDisplay({ name: path, spec, typeName: 'ip' }, { encode: parseIp, decode: formatIp }),
    });
  },
};

/** Without postings, the column is searched. */
function ipQueries(spec: FieldSpec): Pick<MappedField, 'termQuery' | 'termsQuery' | 'rangeQuery'> {
  return {
    termQuery: (value) => {
      requireSearchable(spec);
      const text = scalarText(value);
      if (text.includes('/')) return network(spec, text);
      const address = parseIp(text);
      return addressesBetween(spec, address, address);
    },
    termsQuery: (values) => {
      requireSearchable(spec);
      const texts = values.map(scalarText);
      const networks = texts.filter((text) => text.includes('/'));
      const addresses = texts.filter((text) => !text.includes('/'));
      const exact = addresses.length === 0 ? [] : [anyAddress(spec, addresses.map(parseIp))];
      const should = [...exact, ...inNetworks(spec, networks)];
      const [only] = should;
      if (should.length === 1 && only !== undefined) return only;
      return constantScoreQuery(booleanQuery({ should }));
    },
    rangeQuery: (bounds) => {
      requireSearchable(spec);
      return addressRange(spec, bounds);
    },
  };
}

/**
 * Matches the addresses from one to another, both inclusive. Its text is in Lucene's notation, for
 * the query on the points and the one on the column, if the field has both.
 */
function addressesBetween(spec: FieldSpec, lower: Uint8Array, upper: Uint8Array): Query {
  const { name } = spec;
  const column = columnSpanQuery(name, lower, upper);
  if (spec.postings === 'none') return column;
  const isOne = compareBytes(lower, upper) === 0;
  const inclusive = { includeLower: true, includeUpper: true };
  const found = isOne
    ? constantScoreQuery(termQuery(name, lower))
    : termRangeQuery(name, { lower, upper, ...inclusive, pointText: pointText(lower, upper) });
  return described(spec, {
    query: { ...found, marks: () => [] },
    points: () => `${name}:${pointText(lower, upper)}`,
    column: () => String(column),
  });
}

interface DescribedAddresses {
  readonly query: Query;
  readonly points: () => string;
  readonly column: () => string;
  /** The text in explanations; absent: that of the column. */
  readonly explained?: () => string;
}

function described(
  spec: FieldSpec,
  { query, points, column, explained = column }: DescribedAddresses,
): Query {
  if (spec.column === 'none') return describedQuery(points, query);
  const both = describedQuery(() => eitherText(points(), column()), query, explained);
  return { ...both, profileName: 'IndexOrDocValuesQuery' };
}

function anyAddress(spec: FieldSpec, addresses: readonly Uint8Array[]): Query {
  const { name } = spec;
  const [only] = addresses;
  if (addresses.length === 1 && only) return addressesBetween(spec, only, only);
  const column = columnTermsQuery(name, addresses);
  if (spec.postings === 'none') return column;
  const points = () => {
    const shown = addresses.toSorted(compareBytes).map(hostAddress);
    return `${name}:{${[...new Set(shown)].join(' ')}}`;
  };
  return described(spec, {
    query: termsQuery(name, addresses),
    points,
    column: () => String(column),
    explained: () => `ConstantScore(${column})`,
  });
}

/** Lucene has one query for several ranges of points, and none for those of a column. */
function inNetworks(spec: FieldSpec, networks: readonly string[]): readonly Query[] {
  if (networks.length === 0) return [];
  const ranges = networks.map((cidr) => network(spec, cidr));
  if (spec.postings === 'none') return ranges;
  const text = () => {
    const shown = networks.map(parseCidr).map(({ first, last }) => pointText(first, last));
    return `${spec.name}:${shown.map((each) => `{${each}}`).join(',')}`;
  };
  return [describedQuery(text, constantScoreQuery(booleanQuery({ should: ranges })))];
}

const ADDRESS_BYTES = 16;

/** Converts to inclusive bounds; a missing one is the first or last possible address. */
function addressRange(
  spec: FieldSpec,
  { includeLower, includeUpper, ...bounds }: RangeBounds,
): Query {
  const lower = present(bounds.lower)
    ? stepped(parseIp(scalarText(bounds.lower)), includeLower ? 0 : 1)
    : new Uint8Array(ADDRESS_BYTES);
  const upper = present(bounds.upper)
    ? stepped(parseIp(scalarText(bounds.upper)), includeUpper ? 0 : -1)
    : new Uint8Array(ADDRESS_BYTES).fill(0xff);
  if (lower === undefined || upper === undefined) return matchNoneQuery('');
  return addressesBetween(spec, lower, upper);
}

const pointText = (lower: Uint8Array, upper: Uint8Array): string =>
  `[${hostAddress(lower)} TO ${hostAddress(upper)}]`;

/** The next or the previous address; undefined if there is none. */
function stepped(address: Uint8Array, by: -1 | 0 | 1): Uint8Array | undefined {
  const next = Uint8Array.from(address);
  for (let i = next.length - 1, carry: number = by; carry !== 0; i--) {
    if (i < 0) return undefined;
    const sum = (next[i] ?? 0) + carry;
    next[i] = sum;
    carry = sum < 0 ? -1 : sum > 0xff ? 1 : 0;
  }
  return next;
}

function network(spec: FieldSpec, cidr: string): Query {
  const { first, last } = parseCidr(cidr);
  return addressesBetween(spec, first, last);
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
