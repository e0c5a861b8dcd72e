/**
 * Statistics of more than one snapshot: with those of all shards together, a term scores alike in
 * each shard. First every shard records its own values of the statistics a query needs; then each
 * shard scores with their sums.
 */
import { latin1Decode } from '@skein/bytes';
import type { FieldStatistics, TermStatistics } from './statistics.js';

/** Plain data, which is sent between threads and nodes. */
export interface CorpusStatistics {
  readonly fields: readonly (FieldStatistics & { readonly field: string })[];
  readonly terms: readonly (TermStatistics & {
    readonly field: string;
    readonly term: Uint8Array;
  })[];
}

/** Called for each look-up of statistics by a searcher; `own` are those of its segments. */
export interface StatisticsSource {
  field(field: string, own: FieldStatistics): FieldStatistics;
  term(field: string, term: Uint8Array, own: TermStatistics): TermStatistics;
}

/** Records the requested statistics, and answers with the searcher's own. */
export class StatisticsRecorder implements StatisticsSource {
  readonly #fields = new Map<string, CorpusStatistics['fields'][number]>();
  readonly #terms = new Map<string, CorpusStatistics['terms'][number]>();

  field(field: string, own: FieldStatistics): FieldStatistics {
    this.#fields.set(field, { ...own, field });
    return own;
  }

  term(field: string, term: Uint8Array, own: TermStatistics): TermStatistics {
    this.#terms.set(termKey(field, term), { ...own, field, term: term.slice() });
    return own;
  }

  statistics(): CorpusStatistics {
    return { fields: [...this.#fields.values()], terms: [...this.#terms.values()] };
  }
}

/** Answers with the sums; for statistics that are not among them, with the searcher's own. */
export function sharedStatistics(corpus: CorpusStatistics): StatisticsSource {
  const fields = new Map(corpus.fields.map((one) => [one.field, one]));
  const terms = new Map(corpus.terms.map((one) => [termKey(one.field, one.term), one]));
  return {
    field: (field, own) => fields.get(field) ?? own,
    term: (field, term, own) => terms.get(termKey(field, term)) ?? own,
  };
}

export function sumStatistics(shards: readonly CorpusStatistics[]): CorpusStatistics {
  const fields = new Map<string, CorpusStatistics['fields'][number]>();
  const terms = new Map<string, CorpusStatistics['terms'][number]>();
  for (const shard of shards) {
    for (const one of shard.fields) {
      const sum = fields.get(one.field);
      fields.set(one.field, sum === undefined ? one : addFields(sum, one));
    }
    for (const one of shard.terms) {
      const key = termKey(one.field, one.term);
      const sum = terms.get(key);
      terms.set(key, sum === undefined ? one : addTerms(sum, one));
    }
  }
  return { fields: [...fields.values()], terms: [...terms.values()] };
}

type FieldEntry = CorpusStatistics['fields'][number];

function addFields(a: FieldEntry, b: FieldEntry): FieldEntry {
  return {
    field: a.field,
    docCount: a.docCount + b.docCount,
    sumTotalTermFreq: a.sumTotalTermFreq + b.sumTotalTermFreq,
    sumDocFreq: a.sumDocFreq + b.sumDocFreq,
  };
}

type TermEntry = CorpusStatistics['terms'][number];

function addTerms(a: TermEntry, b: TermEntry): TermEntry {
  return {
    ...a,
    docFreq: a.docFreq + b.docFreq,
    totalTermFreq: a.totalTermFreq + b.totalTermFreq,
  };
}

function termKey(field: string, term: Uint8Array): string {
  return `${field}\0${latin1Decode(term)}`;
}
