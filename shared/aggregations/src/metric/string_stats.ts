/**
 * `string_stats`: the lengths of texts, and the entropy (Shannon, 1948) of their characters. It is
 * an aggregation of Elasticsearch; OpenSearch has none like it. A character is a code point here,
 * whereas Elasticsearch counts UTF-16 code units.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { formatDecimal } from '@skein/mapping';
import { booleanOf, type Draft, into, textOf } from '@skein/reading';
import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import { aggregationType } from '../aggregation_type.js';
import type { Collector, CollectScope } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import { type Doubles, grownDoubles, takeObjects } from '../collect/growable.js';
import { IdBuckets } from '../collect/id_buckets.js';
import { DROPPED } from '../reduction.js';
import { resolveValues, type TermValues } from '../values/resolve_values.js';
import { type ReadTerms, TermRows } from '../values/term_source.js';
import { keyText, numberJson } from '../values/value_format.js';
import { type OwnOptions, readValues, type ValuesOptions } from '../values/values_options.js';
import { scriptScores } from './script_scores.js';

interface StringStatsOptions extends ValuesOptions {
  readonly showsDistribution: boolean;
  /** The format of the resulting numbers; the values are texts and have none. */
  readonly pattern: string | undefined;
}

/** The statistics of an owner's texts; lengths are in code points. */
interface Texts {
  readonly count: number;
  readonly least: number;
  readonly greatest: number;
  /** The length of all texts together. */
  readonly characters: number;
  /** The distinct code points, ascending; as long as `counts`. */
  readonly points: Uint32Array;
  readonly counts: Float64Array;
}

interface TextsPart {
  readonly texts: readonly Texts[];
}

const POINT_BYTES = 48;

/** Sums up the statistics of texts. */
class TextSums {
  #count = 0;
  #least = Number.POSITIVE_INFINITY;
  #greatest = 0;
  #characters = 0;
  readonly #counts = new Map<number, number>();

  add(text: string, times: number): void {
    let length = 0;
    for (const character of text) {
      length++;
      // A character is never an empty text.
      this.#addPoint(character.codePointAt(0) as number, times);
    }
    this.#addLengths(times, length, length);
    this.#characters += length * times;
  }

  merge({ count, least, greatest, characters, points, counts }: Texts): void {
    this.#addLengths(count, least, greatest);
    this.#characters += characters;
    points.forEach((point, i) => {
      this.#addPoint(point, counts[i]);
    });
  }

  #addLengths(count: number, least: number, greatest: number): void {
    this.#count += count;
    this.#least = Math.min(this.#least, least);
    this.#greatest = Math.max(this.#greatest, greatest);
  }

  #addPoint(point: number, times: number): void {
    const known = this.#counts.get(point);
    if (known === undefined) takeObjects(1, POINT_BYTES);
    this.#counts.set(point, (known ?? 0) + times);
  }

  finish(): Texts {
    const points = Uint32Array.from(this.#counts.keys()).sort();
    return {
      count: this.#count,
      least: this.#least,
      greatest: this.#greatest,
      characters: this.#characters,
      points,
      counts: Float64Array.from(points, (point) => this.#counts.get(point) ?? 0),
    };
  }
}

const NO_TEXTS = new TextSums().finish();

class StringStatsCollector implements Collector<TextsPart> {
  readonly #values: TermValues | undefined;
  readonly #rows = new TermRows();
  /** The distinct pairs of owner and text: a text is read once, however often it occurs. */
  readonly #met = new IdBuckets();
  #counts: Doubles = new Float64Array(0);
  #read: ReadTerms | undefined;

  constructor({ options }: AggregationNode<StringStatsOptions>, { shard }: CollectScope) {
    const takes = { kinds: ['term'], standard: 'term', countsRepeats: true } as const;
    const accepts = { type: 'string_stats', ...takes } as const;
    const values = resolveValues(options, shard, accepts);
    if (values.kind !== 'term') return;
    if (values.text !== 'text') {
      const reason = `Field [${options.field}] of type [${values.text}] is not supported for aggregation [string_stats]`;
      throw new ApiError('illegal_argument_exception', reason);
    }
    this.#values = values;
  }

  segment(reader: SegmentReader): void {
    this.#read = this.#values?.source.segment(reader);
  }

  collect(block: DocBlock): void {
    if (this.#read === undefined) return;
    this.#read(block, this.#rows);
    const { rows, ids, count } = this.#rows;
    const { owners } = block;
    for (let i = 0; i < count; i++) {
      const at = this.#met.bucket(owners[rows[i]], ids[i]);
      if (at >= this.#counts.length) this.#counts = grownDoubles(this.#counts, at + 1);
      this.#counts[at] = this.#counts[at] + 1;
    }
  }

  build(owners: Uint32Array): TextsPart {
    const sums = new Map<number, TextSums>();
    const { ids, owners: metOwners, size } = this.#met;
    for (let i = 0; i < size; i++) {
      const owner = metOwners[i];
      let own = sums.get(owner);
      if (own === undefined) {
        own = new TextSums();
        sums.set(owner, own);
      }
      const term = this.#values?.source.term(ids[i]) ?? '';
      own.add(keyText(term), this.#counts[i]);
    }
    return { texts: Array.from(owners, (owner) => sums.get(owner)?.finish() ?? NO_TEXTS) };
  }
}

/** The entropy in bits per character. */
function entropyOf({ counts, characters }: Texts): number {
  let entropy = 0;
  for (const count of counts) {
    const share = count / characters;
    entropy -= share * Math.log2(share);
  }
  return entropy;
}

/** The lengths by the names of their properties, as they are shown. */
const LENGTHS: ReadonlyMap<string, (texts: Texts) => number> = new Map([
  ['min_length', ({ least }: Texts) => least],
  ['max_length', ({ greatest }: Texts) => greatest],
  ['avg_length', ({ characters, count }: Texts) => characters / count],
]);

/** The share of each character in all characters, the greatest first. */
function distributionOf({ points, counts, characters }: Texts): readonly [string, number][] {
  return Array.from(points, (point, i): [string, number] => [
    String.fromCodePoint(point),
    counts[i] / characters,
  ]).sort(([, a], [, b]) => b - a);
}

function render(texts: Texts, { showsDistribution, pattern }: StringStatsOptions): JsonObject {
  const { count } = texts;
  if (count === 0) {
    return {
      count,
      min_length: null,
      max_length: null,
      avg_length: null,
      entropy: numberJson(0),
      ...(showsDistribution ? { distribution: null } : {}),
    };
  }
  const numbers: [string, number][] = [
    ...Array.from(LENGTHS, ([name, of]): [string, number] => [name, of(texts)]),
    ['entropy', entropyOf(texts)],
  ];
  const shown: [string, JsonValue][] = numbers.map(([name, value], i) => [
    name,
    i < 2 ? value : numberJson(value),
  ]);
  const shares = showsDistribution ? distributionOf(texts) : [];
  if (showsDistribution) shown.push(['distribution', entriesJson(shares, numberJson)]);
  if (pattern !== undefined) {
    const asText = (value: number): string => formatDecimal(value, pattern);
    for (const [name, value] of numbers) shown.push([`${name}_as_string`, asText(value)]);
    if (showsDistribution) shown.push(['distribution_as_string', entriesJson(shares, asText)]);
  }
  return { count, ...Object.fromEntries(shown) };
}

function entriesJson(
  entries: readonly [string, number][],
  json: (value: number) => JsonValue,
): JsonObject {
  return Object.fromEntries(entries.map(([name, value]) => [name, json(value)]));
}

export const stringStats = aggregationType<StringStatsOptions, TextsPart>({
  name: 'string_stats',
  takes: 'none',
  parse(json, context) {
    const draft: Draft<OwnOptions<StringStatsOptions>> = {
      showsDistribution: false,
      pattern: undefined,
    };
    const own = {
      show_distribution: into(draft, 'showsDistribution', 'boolean', booleanOf),
      format: into(draft, 'pattern', 'string', textOf),
    };
    return { ...readValues(json, context, { own, formats: false }), ...draft };
  },
  needsScores: scriptScores,
  collector: (node, scope) => new StringStatsCollector(node, scope),
  /**
   * Scales the counts; the lengths of texts and the distribution of characters stay the same.
   */
  scaled: (_node, { texts }, { probability }) => ({
    texts: texts.map((each) => {
      const count = Math.round(each.count / probability);
      const times = each.count === 0 ? 0 : count / each.count;
      const counts = each.counts.map((of) => of * times);
      return { ...each, count, characters: each.characters * times, counts };
    }),
  }),
  reduce(_node, inputs, { owners }) {
    const sums: (TextSums | undefined)[] = new Array(owners).fill(undefined);
    for (const { part, map } of inputs) {
      for (let i = 0; i < map.length; i++) {
        const to = map[i];
        if (to === DROPPED) continue;
        sums[to] ??= new TextSums();
        sums[to].merge(part.texts[i]);
      }
    }
    return { texts: sums.map((own) => own?.finish() ?? NO_TEXTS) };
  },
  render: ({ options }, { part, owner }) => render(part.texts[owner], options),
  value(_node, { part, owner }, property) {
    const texts = part.texts[owner];
    if (property === 'count') return texts.count;
    if (property === 'entropy') return entropyOf(texts);
    const lengthOf = LENGTHS.get(property);
    if (lengthOf === undefined) return undefined;
    return texts.count === 0 ? Number.NaN : lengthOf(texts);
  },
});
