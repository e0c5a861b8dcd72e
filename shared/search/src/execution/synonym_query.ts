/**
 * Several terms of one field scored as one: frequencies are added, and the document frequency is
 * that of the most frequent term. See Lucene's SynonymQuery:
 * https://lucene.apache.org/core/9_12_1/core/org/apache/lucene/search/SynonymQuery.html
 */
import { compareBytes, utf8Decode } from '@skein/bytes';
import {
  type ExplainedDoc,
  type Explanation,
  explainSimilarity,
  firstDocFrom,
  type IndexSearcher,
  matched,
  NO_MORE_DOCS,
  type PostingsIterator,
  type Query,
  type Scorer,
  type ScorerSupplier,
  type SimilarityScorer,
  termFrequency,
  termMark,
  termQuery,
  unmatched,
  type Weight,
} from '@skein/search_library';

/** The norm for fields without norms. */
const NO_NORM = 1;

export function synonymQuery(field: string, alternatives: readonly Uint8Array[]): Query {
  const terms = alternatives.toSorted(compareBytes);
  const [only] = terms;
  const query: Query = {
    kind: 'synonym',
    marks: () => terms.map((term) => termMark(field, term)),
    toString: () => `Synonym(${terms.map((term) => `${field}:${utf8Decode(term)}`).join(' ')})`,
    rewrite: () => (only !== undefined && terms.length === 1 ? termQuery(field, only) : query),
    createWeight: (searcher, needsScores, boost) => {
      const similarity = needsScores ? similarityOf(searcher, field, terms, boost) : undefined;
      const weight = synonymWeight(field, terms, similarity);
      return {
        ...weight,
        explain: (place) => explainSynonym(query, { field, weight, similarity }, place),
      };
    },
  };
  return query;
}

function similarityOf(
  searcher: IndexSearcher,
  field: string,
  terms: readonly Uint8Array[],
  boost: number,
): SimilarityScorer | undefined {
  let docFreq = 0;
  let totalTermFreq = 0;
  for (const term of terms) {
    const statistics = searcher.termStatistics(field, term);
    docFreq = Math.max(docFreq, statistics.docFreq);
    totalTermFreq += statistics.totalTermFreq;
  }
  if (docFreq === 0) return undefined;
  const statistics = [{ docFreq, totalTermFreq }];
  return searcher.similarity(field).scorer(boost, searcher.fieldStatistics(field), statistics);
}

function synonymWeight(
  field: string,
  terms: readonly Uint8Array[],
  similarity: SimilarityScorer | undefined,
): Weight {
  return {
    count: () => -1,
    scorerSupplier(segment): ScorerSupplier | null {
      const reader = segment.terms(field);
      const ordinals = reader ? terms.map((term) => reader.find(term)).filter((at) => at >= 0) : [];
      if (!reader || ordinals.length === 0) return null;
      return {
        cost: ordinals.reduce((sum, ordinal) => sum + reader.docFreq(ordinal), 0),
        get: () =>
          new SynonymScorer(
            ordinals.map((ordinal) => reader.postings(ordinal, similarity ? 'freqs' : 'docs')),
            { similarity, norms: segment.norms(field) },
          ),
      };
    },
  };
}

interface Scoring {
  readonly similarity: SimilarityScorer | undefined;
  readonly norms: Uint8Array | undefined;
}

/** Reads the postings of a few terms together. */
class SynonymScorer implements Scorer {
  readonly twoPhase = false;
  readonly #postings: readonly PostingsIterator[];
  readonly #scoring: Scoring;
  #doc = -1;

  constructor(postings: readonly PostingsIterator[], scoring: Scoring) {
    this.#postings = postings;
    this.#scoring = scoring;
  }

  docId(): number {
    return this.#doc;
  }

  nextDoc(): number {
    return this.advance(this.#doc + 1);
  }

  advance(target: number): number {
    this.#doc = firstDocFrom(this.#postings, target);
    return this.#doc;
  }

  cost(): number {
    return this.#postings.reduce((sum, postings) => sum + postings.cost(), 0);
  }

  matches(): boolean {
    return true;
  }

  /** The frequency in the current document. */
  frequency(): number {
    let freq = 0;
    for (const postings of this.#postings) {
      if (postings.docId() === this.#doc) freq += postings.freq();
    }
    return freq;
  }

  score(): number {
    const { similarity, norms } = this.#scoring;
    if (!similarity) return 0;
    const freq = this.frequency();
    return similarity.score(freq, norms ? (norms[this.#doc] ?? NO_NORM) : NO_NORM);
  }

  blockEnd(): number {
    return NO_MORE_DOCS;
  }

  maxScore(): number {
    return this.#scoring.similarity?.score(Number.POSITIVE_INFINITY, NO_NORM) ?? 0;
  }

  setMinScore(): void {
    // All documents are returned: without block maxima none can be skipped.
  }
}

interface SynonymParts {
  readonly field: string;
  readonly weight: Weight;
  readonly similarity: SimilarityScorer | undefined;
}

function explainSynonym(
  query: Query,
  { field, weight, similarity }: SynonymParts,
  { segment, doc }: ExplainedDoc,
): Explanation {
  const scorer = weight.scorerSupplier(segment)?.get(1);
  if (!(scorer instanceof SynonymScorer) || scorer.advance(doc) !== doc) {
    return unmatched('no matching term');
  }
  if (!similarity) return matched(1, String(query));
  const frequency = termFrequency(scorer.frequency());
  return explainSimilarity(similarity, { text: String(query), field, segment, doc, frequency });
}
