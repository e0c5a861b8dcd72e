/**
 * `random_sampler`: a random share of all documents, whose sub-aggregations are scaled up to all of
 * them. A document is in the sample by its number, the shard and the seed; the query has no
 * influence on it.
 */
import { double } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type Draft, doubleOf, integerOf, into, readFields } from '@skein/reading';
import { levelDocs, type SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../../aggregation_node.js';
import type { DocumentSample } from '../../aggregation_shard.js';
import { aggregationType } from '../../aggregation_type.js';
import { type Children, childrenOf } from '../../collect/children.js';
import type { Collector, CollectScope } from '../../collect/collector.js';
import type { DocBlock } from '../../collect/doc_block.js';
import { roomForWords, type Words } from '../../collect/growable.js';
import { hasBit } from '../../collect/matching.js';
import { OwnerCounts, reduceSingle, SINGLE_BUCKET, type SinglePart } from '../single_buckets.js';

interface RandomOptions {
  readonly probability: number;
  /** With `now`, the seed is the time of the search, so that each search draws another sample. */
  readonly seed: number | 'now';
  /** The seed that replaces the salt of the shard. */
  readonly shardSeed: number | undefined;
}

interface RandomPart extends SinglePart {
  readonly seed: number;
}

function probabilityOf(json: Parameters<typeof doubleOf>[0]): number {
  const probability = doubleOf(json);
  if (!(probability > 0)) {
    throw new ApiError(
      'illegal_argument_exception',
      `[probability] must be greater than 0.0, was [${probability}]`,
    );
  }
  if (probability <= 0.5 || probability === 1) return probability;
  throw new ApiError(
    'illegal_argument_exception',
    `[probability] must be between 0.0 and 0.5 or exactly 1.0, was [${probability}]`,
  );
}

function refuse({ name }: AggregationNode, what: string): never {
  throw new ApiError(
    'illegal_argument_exception',
    `[random_sampler] aggregation [${name}] ${what}`,
  );
}

const WORDS = 2 ** 32;

/** The finalizer of MurmurHash3, in which each of 32 bits depends on each. */
function mixed(word: number): number {
  let h = word;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A random number in [0, 1) from two words, since one is too coarse for small shares. */
function chanceOf(doc: number, stream: number): number {
  const first = mixed(mixed(doc) ^ stream);
  return (first + mixed(first ^ mixed(doc + 1)) / WORDS) / WORDS;
}

export function streamOf(seed: number, salt: number): number {
  return mixed(mixed(seed) ^ Math.imul(salt, 0x9e3779b1));
}

class RandomCollector implements Collector<RandomPart> {
  readonly #probability: number;
  readonly #seed: number;
  readonly #stream: number;
  readonly #children: Children;
  readonly #counts = new OwnerCounts();
  #docBase = 0;
  #rows: Words = new Uint32Array(0);
  #owners: Words = new Uint32Array(0);

  constructor(node: AggregationNode<RandomOptions>, scope: CollectScope) {
    const { probability, seed, shardSeed } = node.options;
    this.#probability = probability;
    this.#seed = seed === 'now' ? mixed(scope.shard.nowMs % WORDS) | 0 : seed;
    this.#stream = streamOf(this.#seed, shardSeed ?? scope.shard.salt);
    const sample: DocumentSample = { segment: (reader, docBase) => this.#sampled(reader, docBase) };
    this.#children = childrenOf(node, scope, { ...scope.shard, sample });
  }

  segment(reader: SegmentReader, docBase: number): void {
    this.#docBase = docBase;
    this.#counts.segment(reader);
    this.#children.segment(reader, docBase);
  }

  collect(block: DocBlock): void {
    const { count, owners } = block;
    this.#rows = roomForWords(this.#rows, count);
    this.#owners = roomForWords(this.#owners, count);
    const kept = this.#draw(block);
    if (kept === 0) return;
    for (let i = 0; i < kept; i++) this.#owners[i] = owners[this.#rows[i]];
    this.#counts.addRows(block, { rows: this.#rows, buckets: this.#owners, count: kept });
    this.#children.collectRows(block, this.#rows, this.#owners, { count: kept });
  }

  /** A bit set of the sampled documents and of their objects, which come before them. */
  #sampled(reader: SegmentReader, docBase: number): Uint32Array {
    const roots = levelDocs(reader, undefined);
    const bits = new Uint32Array((reader.maxDoc + 31) >>> 5);
    let first = 0;
    for (let doc = 0; doc < reader.maxDoc; doc++) {
      if (roots !== null && !hasBit(roots, doc)) continue;
      const isIn = chanceOf(docBase + doc, this.#stream) < this.#probability;
      for (let at = first; isIn && at <= doc; at++) {
        bits[at >>> 5] = bits[at >>> 5] | (1 << (at & 31));
      }
      first = doc + 1;
    }
    return bits;
  }

  #draw({ docs, count }: DocBlock): number {
    const rows = this.#rows;
    const base = this.#docBase;
    const stream = this.#stream;
    const probability = this.#probability;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      if (chanceOf(base + docs[i], stream) < probability) rows[kept++] = i;
    }
    return kept;
  }

  build(owners: Uint32Array): RandomPart {
    return { ...this.#counts.build(owners, this.#children), seed: this.#seed };
  }
}

export const randomSampler = aggregationType<RandomOptions, RandomPart>({
  ...SINGLE_BUCKET,
  name: 'random_sampler',
  parse(json, { name, locate }) {
    const draft: Draft<RandomOptions> = {
      probability: Number.NaN,
      seed: 'now',
      shardSeed: undefined,
    };
    const own = {
      probability: into(draft, 'probability', 'number', probabilityOf),
      seed: into(draft, 'seed', 'number', integerOf),
      shard_seed: into(draft, 'shardSeed', 'number', integerOf),
    };
    readFields(json, own, { name: 'random_sampler', locate });
    if (!Number.isNaN(draft.probability)) return draft;
    throw new ApiError(
      'illegal_argument_exception',
      `[random_sampler] aggregation [${name}] must have [probability] set`,
    );
  },
  check(node, parents) {
    if (parents.length > 0) refuse(node, 'cannot have a parent aggregation');
    if (node.children.length === 0) refuse(node, 'must have sub-aggregations');
  },
  collector(node, scope) {
    const other = scope.notScaled(node);
    if (other === undefined) return new RandomCollector(node, scope);
    return refuse(node, `does not support sampling [${other.type}] aggregation [${other.name}]`);
  },
  reduce(node, inputs, reduction) {
    const { counts, children } = reduceSingle(node, inputs, reduction);
    const { probability } = node.options;
    const isWhole = reduction.isFinal && !reduction.isTaking;
    return {
      counts,
      children: isWhole ? reduction.scaled(node, children, probability) : children,
      seed: inputs[0]?.part.seed ?? 0,
    };
  },
  render: (node, { part, owner }, rendering) => ({
    seed: part.seed,
    ...(node.options.shardSeed === undefined ? {} : { shard_seed: node.options.shardSeed }),
    probability: double(node.options.probability),
    doc_count: part.counts[owner],
    ...rendering.children(node, part.children, owner),
  }),
});
