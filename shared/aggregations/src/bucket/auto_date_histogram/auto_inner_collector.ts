/**
 * `auto_date_histogram` inside other buckets. The width of its buckets is known only after the last
 * document, so documents are kept until then.
 */
import type { SegmentReader } from '@skein/search_library';
import type { Children } from '../../collect/children.js';
import type { Collector, CollectorProfile, CollectScope } from '../../collect/collector.js';
import type { DocBlock } from '../../collect/doc_block.js';
import { DocCounts } from '../../collect/doc_counts.js';
import { type Doubles, grownDoubles, grownWords, type Words } from '../../collect/growable.js';
import { KeyTable } from '../../collect/key_table.js';
import type { DateRounding } from '../../rounding/date_rounding.js';
import { NumberRows } from '../../values/number_rows.js';
import type { NumberSource, ReadNumbers } from '../../values/number_source.js';
import type { ValueFormat } from '../../values/value_format.js';
import { groupByOwner, placesOf } from '../merge_buckets.js';
import { KeptDocs } from '../sampling/kept_docs.js';
import { selectBuckets } from '../select_buckets.js';
import type { AutoPart } from './auto_part.js';
import { ChosenSteps } from './auto_step_choice.js';

interface InnerValues {
  readonly source: NumberSource;
  readonly format: ValueFormat;
  readonly least: number;
  readonly buckets: number;
  readonly rounding: (step: number) => DateRounding;
}

const asDouble = new Float64Array(1);
const asWords = new Uint32Array(asDouble.buffer);

export class InnerCollector implements Collector<AutoPart> {
  readonly #values: InnerValues;
  readonly #children: Children;
  readonly #scope: CollectScope;
  readonly #steps: ChosenSteps;
  readonly #kept = new KeptDocs();
  readonly #docCounts = new DocCounts();
  readonly #rows = new NumberRows();
  readonly #buckets = new KeyTable();
  /**
   * The date of each entry. An entry is a document in one bucket, by the step that its owner had
   * when the document came.
   */
  #dates: Doubles = new Float64Array(0);
  #owners: Words = new Uint32Array(0);
  #weights: Words = new Uint32Array(0);
  /** A number that increases with every document, by entry. */
  #documents: Words = new Uint32Array(0);
  #document = 0;
  #size = 0;
  #chosenRows: Words = new Uint32Array(0);
  #read: ReadNumbers | undefined;

  constructor(values: InnerValues, children: Children, scope: CollectScope) {
    this.#values = values;
    this.#children = children;
    this.#scope = scope;
    this.#steps = new ChosenSteps({ ...values, hasManyOwners: scope.hasManyOwners });
  }

  segment(reader: SegmentReader, docBase: number): void {
    this.#docCounts.segment(reader);
    this.#kept.segment(reader, docBase);
    this.#read = this.#values.source.segment(reader);
  }

  collect(block: DocBlock): void {
    const rows = this.#rows;
    this.#read?.(block, rows);
    const from = this.#size;
    this.#reserve(from + rows.count);
    let lastRow = -1;
    let lastKey = Number.NaN;
    for (let i = 0; i < rows.count; i++) {
      const row = rows.rows[i];
      const owner = block.owners[row];
      const date = rows.values[i];
      const key = this.#steps.rounding(owner).round(date);
      // The values of a document ascend.
      if (row === lastRow && key === lastKey) continue;
      if (row !== lastRow) this.#document++;
      [lastRow, lastKey] = [row, key];
      this.#steps.add(owner, key);
      this.#dates[this.#size] = date;
      this.#owners[this.#size] = owner;
      this.#documents[this.#size] = this.#document;
      this.#weights[this.#size] = this.#docCounts.of(block.docs[row]);
      this.#chosenRows[this.#size++ - from] = row;
    }
    if (!this.#children.isEmpty) {
      this.#kept.addRows(block, this.#chosenRows, this.#size - from);
    }
  }

  #reserve(size: number): void {
    this.#dates = grownDoubles(this.#dates, size);
    this.#owners = grownWords(this.#owners, size);
    this.#weights = grownWords(this.#weights, size);
    this.#documents = grownWords(this.#documents, size);
    this.#chosenRows = grownWords(this.#chosenRows, size - this.#size);
  }

  build(owners: Uint32Array): AutoPart {
    const { counts, chosen: entries } = this.#place();
    if (!this.#children.isEmpty) this.#kept.hand(this.#children, entries, this.#owners);
    const buckets = this.#buckets;
    const groups = groupByOwner(buckets.owners, buckets.size, {
      places: placesOf(owners),
      groups: owners.length,
    });
    const keys = Float64Array.from({ length: buckets.size }, (_, bucket) => this.#keyOf(bucket));
    const { starts, buckets: chosen } = selectBuckets(
      groups,
      Number.POSITIVE_INFINITY,
      (a, b) => keys[a] - keys[b],
    );
    this.#scope.shard.countBuckets(chosen.length);
    return {
      format: this.#values.format,
      starts,
      keys: Array.from(chosen, (bucket) => keys[bucket]),
      counts: Float64Array.from(chosen, (bucket) => counts[bucket]),
      children: this.#children.build(chosen),
      steps: Uint32Array.from(owners, (owner) => this.#steps.stepOf(owner)),
      widths: new Uint32Array(owners.length).fill(1),
    };
  }

  /**
   * Puts each entry into its final bucket, whose number replaces the owner in `#owners`. Returns
   * the counts, and the entries that count: a document counts once in a bucket.
   */
  #place(): { readonly counts: Float64Array; readonly chosen: Uint32Array } {
    let counts = new Float64Array(0);
    const chosen = new Uint32Array(this.#size);
    let count = 0;
    for (let i = 0; i < this.#size; i++) {
      const owner = this.#owners[i];
      asDouble[0] = this.#steps.rounding(owner).round(this.#dates[i]) + 0;
      const bucket = this.#buckets.bucket(owner, asWords[0], asWords[1]);
      this.#owners[i] = bucket;
      if (this.#isRepeated(i)) continue;
      counts = grownDoubles(counts, bucket + 1);
      counts[bucket] = counts[bucket] + this.#weights[i];
      chosen[count++] = i;
    }
    return { counts, chosen: chosen.subarray(0, count) };
  }

  /**
   * True if the previous entry is the same document in the same bucket, because steps have become
   * coarser since.
   */
  #isRepeated(at: number): boolean {
    return (
      at > 0 &&
      this.#documents[at] === this.#documents[at - 1] &&
      this.#owners[at] === this.#owners[at - 1]
    );
  }

  #keyOf(bucket: number): number {
    asWords[0] = this.#buckets.lows[bucket];
    asWords[1] = this.#buckets.highs[bucket];
    return asDouble[0];
  }

  profile(): CollectorProfile {
    const form = this.#scope.hasManyOwners ? 'FromMany' : 'FromSingle';
    return {
      type: `AutoDateHistogramAggregator.${form}`,
      debug: { surviving_buckets: this.#buckets.size },
    };
  }
}
