/**
 * How often the shards of a node ran each type of aggregation, by the kind of its values: the
 * `aggregations` of `_nodes/usage`. All threads that search add to the same shared memory.
 */
import type { MappedField } from '@skein/mapping';
import type { AggregationNode } from './aggregation_node.js';
import type { AggregationMapping } from './aggregation_shard.js';
import type { AggregationType } from './aggregation_type.js';
import { aggregationNamed, aggregationTypes } from './registry.js';
import type { AggregationTree } from './tree/parse_tree.js';
import { VALUE_NAMES, type ValueName } from './values/value_names.js';
import type { ValuesOptions, ValueType } from './values/values_options.js';

type UsedKind = ValueName | 'other';

const KINDS: readonly UsedKind[] = [...VALUE_NAMES, 'other'];

export class AggregationUses {
  readonly memory: SharedArrayBuffer;
  /** 64 bits wide: a busy node counts to 2^31 within weeks. */
  readonly #counts: BigInt64Array;
  readonly #types = aggregationTypes().map(({ name }) => name);

  constructor(memory?: SharedArrayBuffer) {
    const sizeBytes = this.#types.length * KINDS.length * BigInt64Array.BYTES_PER_ELEMENT;
    this.memory = memory ?? new SharedArrayBuffer(sizeBytes);
    this.#counts = new BigInt64Array(this.memory);
  }

  /** Counts the aggregations of a tree, each once, whatever the number of its buckets. */
  count(tree: AggregationTree, mapping: AggregationMapping): void {
    for (const node of tree.children) this.#count(node, mapping);
  }

  /** The types that were used, with a count for each kind of values. */
  get report(): Readonly<Record<string, Readonly<Record<string, number>>>> {
    const used = this.#types.flatMap((type, row) => {
      const kinds = KINDS.flatMap((kind, column) => {
        const count = Number(Atomics.load(this.#counts, row * KINDS.length + column));
        return count === 0 ? [] : [[kind, count] as const];
      });
      return kinds.length === 0 ? [] : [[type, Object.fromEntries(kinds)] as const];
    });
    return Object.fromEntries(used);
  }

  #count(node: AggregationNode, mapping: AggregationMapping): void {
    const kind = usedKind(node, aggregationNamed(node.type), mapping);
    const row = this.#types.indexOf(node.type);
    Atomics.add(this.#counts, row * KINDS.length + KINDS.indexOf(kind), 1n);
    for (const child of node.children) this.#count(child, mapping);
  }
}

function usedKind(
  { options }: AggregationNode,
  { takesValues, usedAs }: AggregationType,
  mapping: AggregationMapping,
): UsedKind {
  if (takesValues === undefined) return 'other';
  // Types that take values have these options; a type without them is counted by its standard.
  const { field, valueType } = options as Partial<ValuesOptions>;
  const mapped = field === undefined ? undefined : mapping.field(field);
  if (mapped !== undefined) return KIND_OF_FIELD[mapped.values.kind];
  if (valueType !== undefined) return KIND_OF_TYPE[valueType];
  return (
    usedAs ?? STANDARDS.find((kind) => takesValues.includes(kind)) ?? takesValues[0] ?? 'other'
  );
}

const STANDARDS: readonly ValueName[] = ['bytes', 'numeric'];

const KIND_OF_FIELD: Readonly<Record<MappedField['values']['kind'], UsedKind>> = {
  number: 'numeric',
  instant: 'date',
  truth: 'boolean',
  address: 'ip',
  range: 'range',
  point: 'geopoint',
  term: 'bytes',
  constant: 'bytes',
  version: 'bytes',
  bytes: 'bytes',
  distribution: 'other',
  shape: 'geo_shape',
  plane: 'other',
  none: 'other',
};

const KIND_OF_TYPE: Readonly<Record<ValueType, UsedKind>> = {
  string: 'bytes',
  long: 'numeric',
  unsigned_long: 'numeric',
  double: 'numeric',
  date: 'date',
  boolean: 'boolean',
  ip: 'ip',
};
