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
  type IndexSearcher,
  MergedTermsScorer,
  matched,
  type PostingsIterator,
  type Query,
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
          synonymScorer(
            ordinals.map((ordinal) => reader.postings(ordinal, similarity ? 'freqs' : 'docs')),
            similarity,
            segment.norms(field),
          ),
      };
    },
  };
}

function synonymScorer(
  postings: readonly PostingsIterator[],
  similarity: SimilarityScorer | undefined,
  norms: Uint8Array | undefined,
): MergedTermsScorer {
  return new MergedTermsScorer(postings, {
    similarity,
    frequency(doc) {
      let freq = 0;
      for (const each of postings) if (each.docId() === doc) freq += each.freq();
      return freq;
    },
    norm: (doc) => norms?.[doc] ?? NO_NORM,
  });
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
  if (!(scorer instanceof MergedTermsScorer) || scorer.advance(doc) !== doc) {
    return unmatched('no matching term');
  }
  if (!similarity) return matched(1, String(query));
  const frequency = termFrequency(scorer.frequency());
  return explainSimilarity(similarity, { text: String(query), field, segment, doc, frequency });
}
