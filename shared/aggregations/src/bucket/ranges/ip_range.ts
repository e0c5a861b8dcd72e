/** `ip_range`: buckets by ranges of addresses, or by networks. */
import { firstWhere } from '@skein/base';
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { formatIp, parseCidr, parseIp } from '@skein/mapping';
import { booleanOf, type Draft, into } from '@skein/reading';
import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../../aggregation_node.js';
import { aggregationType, type ParseContext } from '../../aggregation_type.js';
import type { Collector, CollectScope } from '../../collect/collector.js';
import type { DocBlock } from '../../collect/doc_block.js';
import { scaledBuckets } from '../../collect/scaled.js';
import { type AddressRange, readAddressRanges } from '../../options/address_ranges.js';
import { requireRanges } from '../../options/ranges.js';
import { DROPPED, type ReduceInput, type Reduction } from '../../reduction.js';
import { resolveValues } from '../../values/resolve_values.js';
import { TermRows, type TermSource } from '../../values/term_source.js';
import { termBytes, termKey } from '../../values/value_format.js';
import { type OwnOptions, readValues, type ValuesOptions } from '../../values/values_options.js';
import { RANGES, type RangedValues, RangesCollector, type RangesPart } from './range_buckets.js';

interface IpRangeOptions extends ValuesOptions {
  readonly ranges: readonly AddressRange[];
  readonly keyed: boolean;
}

/** A range of addresses as terms, which compare as addresses do. `undefined` is an open end. */
interface IpRange {
  readonly key: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

function parse(json: JsonObject, context: ParseContext): IpRangeOptions {
  const draft: Draft<OwnOptions<IpRangeOptions>> = { ranges: [], keyed: false };
  const own = {
    ranges: into(draft, 'ranges', 'object_array', readAddressRanges),
    keyed: into(draft, 'keyed', 'boolean', booleanOf),
  };
  return { ...readValues(json, context, { own, scripts: false, formats: false }), ...draft };
}

function boundsOf({ key, from, to, mask }: AddressRange): IpRange {
  if (mask !== undefined) {
    const { first, last } = parseCidr(mask);
    // As in OpenSearch, a network that begins at the least address has no start.
    const from = first.some((byte) => byte !== 0) ? termKey(first) : undefined;
    return { key: key ?? mask, from, to: after(last) };
  }
  const address = (bound: string | undefined): string | undefined =>
    bound === undefined ? undefined : termKey(parseIp(bound));
  return { key, from: address(from), to: address(to) };
}

/** The next address; `undefined` if there is none. */
function after(address: Uint8Array): string | undefined {
  const next = address.slice();
  for (let i = next.length - 1; i >= 0; i--) {
    next[i] = next[i] + 1;
    if (next[i] !== 0) return termKey(next);
  }
  return undefined;
}

function rangedAddresses(source: TermSource | undefined, given: readonly IpRange[]): RangedValues {
  const ranges = given.slice().sort((a, b) => byBounds(a, b));
  const rows = new TermRows();
  const known = new Map<number, readonly number[]>();
  const rangesOf = rangesOfTerm(ranges);
  const found = {
    rows: rows.rows,
    count: 0,
    visit(row: number, range: (at: number) => void): void {
      const id = rows.ids[row];
      let own = known.get(id);
      if (own === undefined) {
        own = rangesOf(source?.term(id) ?? '');
        known.set(id, own);
      }
      for (const at of own) range(at);
    },
  };
  return {
    ranges: ranges.map(({ key, from, to }) => ({
      key: key ?? `${addressText(from) ?? '*'}-${addressText(to) ?? '*'}`,
      from: addressText(from),
      to: addressText(to),
      fromText: undefined,
      toText: undefined,
    })),
    segment(reader) {
      const read = source?.segment(reader);
      return (block) => {
        rows.count = 0;
        read?.(block, rows);
        found.rows = rows.rows;
        found.count = rows.count;
        return found;
      };
    },
  };
}

/** An end after all terms, whose characters are bytes. */
const OPEN_END = '\u0100';

/**
 * Returns a function that finds the places of the ranges with a term. The ranges must be in the
 * order of `byBounds`.
 */
function rangesOfTerm(ranges: readonly IpRange[]): (term: string) => readonly number[] {
  const ends = ranges.map(({ to }) => to ?? OPEN_END);
  /** The greatest end of the ranges up to each. */
  const lastEnds: string[] = [];
  for (const end of ends) {
    const last = lastEnds.at(-1) ?? '';
    lastEnds.push(compare(end, last) > 0 ? end : last);
  }
  return (term) => {
    const found: number[] = [];
    const begun = firstWhere(ranges.length, (at) => (ranges[at].from ?? '') > term);
    for (let at = begun - 1; at >= 0 && lastEnds[at] > term; at--) {
      if (ends[at] > term) found.push(at);
    }
    return found.reverse();
  };
}

/** Compares ranges by their bounds. An open start comes first, an open end last. */
function byBounds(a: IpRange, b: IpRange): number {
  const from = compare(a.from ?? '', b.from ?? '');
  if (from !== 0) return from;
  if (a.to === undefined || b.to === undefined)
    return Number(a.to === undefined) - Number(b.to === undefined);
  return compare(a.to, b.to);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function addressText(key: string | undefined): string | undefined {
  return key === undefined ? undefined : formatIp(termBytes(key));
}

function collector(node: AggregationNode<IpRangeOptions>, scope: CollectScope): IpRangesCollector {
  const { options, name } = node;
  const values = resolveValues({ ...options, valueType: options.valueType ?? 'ip' }, scope.shard, {
    type: 'ip_range',
    kinds: ['term'],
    standard: 'term',
  });
  if (values.kind === 'term' && values.text !== 'ip') {
    const field = options.field ?? '';
    const type = scope.shard.mapping.field(field)?.typeName ?? 'keyword';
    throw new ApiError(
      'illegal_argument_exception',
      `Field [${field}] of type [${type}] is not supported for aggregation [ip_range]`,
    );
  }
  requireRanges(options.ranges, name);
  const source = values.kind === 'term' ? values.source : undefined;
  const ranges = rangedAddresses(source, options.ranges.map(boundsOf));
  return new IpRangesCollector(new RangesCollector(ranges, node, scope));
}

/**
 * An owner that no shard has shows no ranges, not even empty ones. OpenSearch does this only for
 * ranges of addresses.
 */
interface IpRangesPart extends RangesPart {
  /** 1 for each owner that a shard has. */
  readonly isThere: Uint8Array;
}

class IpRangesCollector implements Collector<IpRangesPart> {
  readonly #ranges: RangesCollector;

  constructor(ranges: RangesCollector) {
    this.#ranges = ranges;
  }

  segment(reader: SegmentReader, docBase: number): void {
    this.#ranges.segment(reader, docBase);
  }

  collect(block: DocBlock): void {
    this.#ranges.collect(block);
  }

  build(owners: Uint32Array): IpRangesPart {
    return { ...this.#ranges.build(owners), isThere: new Uint8Array(owners.length).fill(1) };
  }
}

function reduce(
  node: AggregationNode<IpRangeOptions>,
  inputs: readonly ReduceInput<IpRangesPart>[],
  reduction: Reduction,
): IpRangesPart {
  const isThere = new Uint8Array(reduction.owners);
  for (const { part, map } of inputs) {
    map.forEach((to, owner) => {
      if (to !== DROPPED && part.isThere[owner] === 1) isThere[to] = 1;
    });
  }
  return { ...RANGES.reduce(node, inputs, reduction), isThere };
}

export const ipRange = aggregationType<IpRangeOptions, IpRangesPart>({
  ...RANGES,
  reduce,
  render(node, shown, rendering) {
    if (shown.part.isThere[shown.owner] === 1) return RANGES.render(node, shown, rendering);
    return { buckets: node.options.keyed ? {} : [] };
  },
  scaled: scaledBuckets,
  name: 'ip_range',
  takesValues: ['ip'],
  profileName: 'BinaryRangeAggregator',
  resultName: () => 'InternalBinaryRange',
  parse,
  collector,
});
