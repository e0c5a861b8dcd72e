/**
 * `ip_prefix`: a bucket for each network of a given prefix length, of IPv4 or IPv6 addresses. It is
 * an aggregation of Elasticsearch; OpenSearch has none like it.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import { type ApiError, illegalArgument } from '@skein/errors';
import { formatIp } from '@skein/mapping';
import { booleanOf, type FieldReaders, integerOf, into } from '@skein/reading';
import type { AggregationNode } from '../../aggregation_node.js';
import { aggregationType, type ParseContext } from '../../aggregation_type.js';
import { type Children, childrenOf } from '../../collect/children.js';
import type { Collector, CollectScope } from '../../collect/collector.js';
import type { DocBlock } from '../../collect/doc_block.js';
import { KEY_ASCENDING, type Order } from '../../options/order.js';
import { resolveValues } from '../../values/resolve_values.js';
import { TermRows, type TermSource, TermTable, termsOfTable } from '../../values/term_source.js';
import { RAW, termBytes, termKey } from '../../values/value_format.js';
import { readValues, type ValuesOptions } from '../../values/values_options.js';
import { groupByOwner, placesOf } from '../merge_buckets.js';
import { selectBuckets } from '../select_buckets.js';
import {
  ownBuckets,
  reduceTerms,
  scaledTerms,
  type TermsPart,
  type TermsSizes,
} from '../terms/terms_part.js';
import { type ValueBuckets, valueBuckets } from '../value_buckets.js';

interface PrefixOptions extends ValuesOptions, TermsSizes {
  readonly order: Order;
  readonly prefixLength: number;
  readonly isIpv6: boolean;
  readonly appendsLength: boolean;
  readonly keyed: boolean;
}

const TYPE = 'ip_prefix';
const BITS = { ipv4: 32, ipv6: 128 };
/** The size, which is unlimited: all networks are shown. */
const ALL = 0x7fffffff;

function parse(json: JsonObject, context: ParseContext): PrefixOptions {
  const draft = {
    prefixLength: -1,
    isIpv6: false,
    appendsLength: false,
    keyed: false,
    minDocCount: 1,
  };
  const own: FieldReaders = {
    prefix_length: into(draft, 'prefixLength', 'number', integerOf),
    is_ipv6: into(draft, 'isIpv6', 'boolean', booleanOf),
    append_prefix_length: into(draft, 'appendsLength', 'boolean', booleanOf),
    keyed: into(draft, 'keyed', 'boolean', booleanOf),
    min_doc_count: into(draft, 'minDocCount', 'number', (value) => atLeastOne(value, context)),
  };
  const values = readValues(json, context, { own, scripts: false, formats: false });
  if (!Object.hasOwn(json, 'prefix_length')) {
    throw illegalArgument('Required [prefix_length]');
  }
  const most = draft.isIpv6 ? BITS.ipv6 : BITS.ipv4;
  if (draft.prefixLength < 0 || draft.prefixLength > most) {
    throw illegalArgument(
      `[prefix_length] must be in range [0, ${most}] while value is [${draft.prefixLength}]`,
    );
  }
  const sizes = { size: ALL, shardSize: ALL, shardMinDocCount: 0, order: KEY_ASCENDING };
  return { ...values, ...sizes, ...draft };
}

function atLeastOne(json: JsonValue, { name }: ParseContext): number {
  const value = integerOf(json);
  if (value >= 1) return value;
  throw illegalArgument(
    `[min_doc_count] must be greater than or equal to 1. Found [${value}] in [${name}]`,
  );
}

const MAPPED = String.fromCharCode(...new Uint8Array(10), 0xff, 0xff);

/**
 * The network of each address as a term; addresses of the other IP version have none. A document is
 * in a network once, since its addresses are in order.
 */
function networks(addresses: TermSource, { isIpv6, prefixLength }: PrefixOptions): TermSource {
  const table = new TermTable();
  const known: number[] = [];
  const bits = prefixLength + (isIpv6 ? 0 : BITS.ipv6 - BITS.ipv4);
  const networkOf = (id: number): number => {
    const address = addresses.term(id);
    if (address.startsWith(MAPPED) === isIpv6) return NO_NETWORK;
    return table.idOf(termKey(masked(termBytes(address), bits)));
  };
  const rows = new TermRows();
  return {
    segment(reader) {
      const read = addresses.segment(reader);
      return (block, to) => {
        read(block, rows);
        to.ownRows(rows.count);
        let kept = 0;
        for (let i = 0; i < rows.count; i++) {
          const id = rows.ids[i];
          known[id] ??= networkOf(id);
          const network = known[id];
          const row = rows.rows[i];
          const isRepeated = kept > 0 && to.rows[kept - 1] === row && to.ids[kept - 1] === network;
          if (network === NO_NETWORK || isRepeated) continue;
          to.rows[kept] = row;
          to.ids[kept++] = network;
        }
        to.count = kept;
        to.isSingle = rows.isSingle;
      };
    },
    ...termsOfTable(table),
    everyTerm: () => undefined,
  };
}

const NO_NETWORK = -1;

function masked(address: Uint8Array, bits: number): Uint8Array {
  return address.map((byte, i) => {
    const own = Math.min(8, Math.max(0, bits - 8 * i));
    return byte & (0xff00 >> own);
  });
}

class PrefixCollector implements Collector<TermsPart> {
  readonly #scope: CollectScope;
  readonly #buckets: ValueBuckets | undefined;
  readonly #children: Children;

  constructor(node: AggregationNode<PrefixOptions>, scope: CollectScope) {
    const { options } = node;
    const values = resolveValues({ ...options, valueType: 'ip' }, scope.shard, {
      type: TYPE,
      kinds: ['term'],
      standard: 'term',
    });
    if (values.kind === 'term') {
      if (values.text !== 'ip') throw wrongField(options, scope);
      const source = networks(values.source, options);
      this.#buckets = valueBuckets(
        { kind: 'term', source, text: 'ip' },
        undefined,
        scope.shard.searcher,
      );
    }
    this.#scope = scope;
    this.#children = childrenOf(node, scope);
  }

  segment(...at: Parameters<Collector['segment']>): void {
    this.#buckets?.segment(at[0]);
    this.#children.segment(...at);
  }

  collect(block: DocBlock): void {
    this.#buckets?.collect(block, this.#children);
  }

  build(owners: Uint32Array): TermsPart {
    const buckets = this.#buckets;
    const groups = groupByOwner(buckets?.owners ?? new Uint32Array(0), buckets?.size ?? 0, {
      places: placesOf(owners),
      groups: owners.length,
    });
    const byKey = (a: number, b: number): number => buckets?.compareKeys(a, b) ?? 0;
    const { starts, buckets: chosen } = selectBuckets(groups, ALL, byKey);
    this.#scope.shard.countBuckets(chosen.length);
    return {
      keyed: 'ip',
      format: RAW,
      starts,
      ...ownBuckets(buckets, chosen),
      others: new Float64Array(owners.length),
      bounds: new Float64Array(owners.length),
      children: this.#children.build(chosen),
    };
  }
}

function wrongField({ field = '' }: PrefixOptions, { shard }: CollectScope): ApiError {
  const type = shard.mapping.field(field)?.typeName;
  return illegalArgument(
    `Field [${field}] of type [${type}] is not supported for aggregation [${TYPE}]`,
  );
}

function networkText(part: TermsPart, bucket: number, options: PrefixOptions): string {
  const address = formatIp(termBytes(String(part.keys[bucket])));
  return options.appendsLength ? `${address}/${options.prefixLength}` : address;
}

function netmask(prefixLength: number): string {
  const mask = new Uint8Array(4).fill(0xff);
  return formatIp(Uint8Array.of(...termBytes(MAPPED), ...masked(mask, prefixLength)));
}

export const ipPrefix = aggregationType<PrefixOptions, TermsPart>({
  name: TYPE,
  takesValues: ['ip'],
  takes: 'buckets',
  parse,
  collector: (node, scope) => new PrefixCollector(node, scope),
  reduce: (node, inputs, reduction) => reduceTerms(node, inputs, reduction),
  scaled: scaledTerms,
  render(node, { part, owner }, rendering) {
    const { isIpv6, prefixLength, keyed } = node.options;
    const shown: [string, JsonObject][] = [];
    for (const bucket of rendering.buckets(node, part, owner)) {
      shown.push([
        networkText(part, bucket, node.options),
        {
          is_ipv6: isIpv6,
          doc_count: part.counts[bucket],
          prefix_length: prefixLength,
          ...(isIpv6 ? {} : { netmask: netmask(prefixLength) }),
          ...rendering.children(node, part.children, bucket),
        },
      ]);
    }
    if (keyed) return { buckets: Object.fromEntries(shown) };
    return { buckets: shown.map(([key, bucket]) => ({ key, ...bucket })) };
  },
  buckets: (part) => part,
  bucketKey(node, part, bucket) {
    const key = networkText(part, bucket, node.options);
    return { key, text: key };
  },
});
