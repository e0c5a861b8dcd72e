/** `value_count`: the number of values, of fields of any kind. */
import { aggregationType } from '../aggregation_type.js';
import type { Collector } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import { type Doubles, grownDoubles } from '../collect/growable.js';
import type { KnownMatches } from '../collect/known_matches.js';
import { scaledCounts } from '../collect/scaled.js';
import { DROPPED } from '../reduction.js';
import { geoSource } from '../values/geo_source.js';
import { NumberRows } from '../values/number_rows.js';
import { wholeValues } from '../values/range_terms.js';
import { resolveValues, type Values } from '../values/resolve_values.js';
import { openShapeRows } from '../values/shape_source.js';
import { TermRows } from '../values/term_source.js';
import { isUnscripted } from '../values/unscripted.js';
import { TERM_KINDS } from '../values/value_names.js';
import { readValues, type ValuesOptions } from '../values/values_options.js';
import { bucketsOf, pick } from './number_collector.js';
import { scriptScores } from './script_scores.js';
import { isOnlyValue } from './single_value.js';

interface CountPart {
  readonly counts: Float64Array;
}

/** A row for each value: the place of its document in the block. */
interface ValueRows {
  readonly rows: Uint32Array;
  readonly count: number;
  /** See `NumberRows`. */
  readonly weights?: Float64Array | undefined;
}

/** Reads the rows of values of any kind. */
export function readRows(
  values: Values,
): (reader: Parameters<Collector['segment']>[0]) => (block: DocBlock) => ValueRows {
  if (values.kind === 'number') {
    const rows = new NumberRows();
    return (reader) => {
      const read = values.source.segment(reader);
      return (block) => {
        read(block, rows);
        return rows;
      };
    };
  }
  if (values.kind === 'term' || values.kind === 'range') {
    const rows = new TermRows();
    const source = values.kind === 'term' ? values.source : wholeValues(values.ranges);
    return (reader) => {
      const read = source.segment(reader);
      return (block) => {
        read(block, rows);
        return rows;
      };
    };
  }
  if (values.kind === 'geo') {
    const source = geoSource(values);
    return (reader) => source.segment(reader);
  }
  if (values.kind === 'shape') return openShapeRows(values);
  const none = { rows: new Uint32Array(0), count: 0 };
  return () => () => none;
}

class CountCollector implements Collector<CountPart> {
  readonly #values: Values;
  readonly #open: ReturnType<typeof readRows>;
  #read: ReturnType<ReturnType<typeof readRows>> | undefined;
  #counts: Doubles = new Float64Array(0);

  constructor(values: Values) {
    this.#values = values;
    this.#open = readRows(values);
  }

  countMatches(matches: KnownMatches): boolean {
    const values = this.#values;
    const known = values.kind === 'number' ? values.source.sorted?.(matches) : undefined;
    if (known === undefined) return false;
    this.#counts = grownDoubles(this.#counts, 1);
    this.#counts[0] = this.#counts[0] + known.to - known.from;
    return true;
  }

  segment(reader: Parameters<Collector['segment']>[0]): void {
    this.#read = this.#open(reader);
  }

  collect(block: DocBlock): void {
    const found = this.#read?.(block);
    if (found === undefined) return;
    this.#counts = grownDoubles(this.#counts, bucketsOf(block));
    const counts = this.#counts;
    const { rows, count, weights } = found;
    for (let i = 0; i < count; i++) {
      const owner = block.owners[rows[i]];
      counts[owner] = counts[owner] + (weights === undefined ? 1 : weights[i]);
    }
  }

  build(owners: Uint32Array): CountPart {
    return { counts: pick(this.#counts, owners) };
  }
}

export const valueCount = aggregationType<ValuesOptions, CountPart>({
  name: 'value_count',
  takesValues: [...TERM_KINDS, 'geo_shape', 'geopoint', 'range'],
  takes: 'none',
  parse: (json, context) => readValues(json, context),
  needsScores: scriptScores,
  isShort: isUnscripted,
  mergesSegments: () => true,
  collector: ({ options }, { shard }) =>
    new CountCollector(
      resolveValues(options, shard, {
        type: 'value_count',
        kinds: ['number', 'term', 'range', 'geo', 'shape'],
        standard: 'term',
        countsRepeats: true,
        reads: 'counts',
      }),
    ),
  scaled: (_node, { counts }, scaling) => ({ counts: scaledCounts(counts, scaling) }),
  reduce(_node, inputs, { owners }) {
    const counts = new Float64Array(owners);
    for (const { part, map } of inputs) {
      for (let i = 0; i < map.length; i++) {
        const to = map[i];
        if (to !== DROPPED) counts[to] = counts[to] + part.counts[i];
      }
    }
    return { counts };
  },
  render: (_node, { part, owner }) => ({ value: part.counts[owner] }),
  value: (_node, { part, owner }, property) =>
    isOnlyValue(property) ? part.counts[owner] : undefined,
});
