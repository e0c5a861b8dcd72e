/**
 * Terms in several fields, scored as if the fields were one: frequencies and lengths are added,
 * each times the weight of its field, and a term is as rare as in the field where it is most
 * frequent (BM25F). Works like Lucene's CombinedFieldQuery:
 * https://lucene.apache.org/core/9_12_1/sandbox/org/apache/lucene/sandbox/search/CombinedFieldQuery.html
 */
import { encodeFieldLength, NO_TOKENS } from '../../codec/v1/field_length.js';
import type { PostingsIterator, SegmentReader } from '../../index/segment_reader.js';
import { explainScore, termFrequency } from '../explain/explain_similarity.js';
import type { ExplainedDoc } from '../explain/explain_weight.js';
import { type Explanation, matched, unmatched } from '../explain/explanation.js';
import type { IndexSearcher } from '../index_searcher.js';
import { termMark } from '../marks.js';
import type { Query, ScorerSupplier, Weight } from '../query.js';
import { termText } from '../query_text.js';
import { MergedTermsScorer } from '../scorers/merged_terms_scorer.js';
import { decodeFieldLength } from '../similarity/field_length.js';
import { NO_NORM, type SimilarityScorer } from '../similarity/similarity.js';
import type { FieldStatistics, TermStatistics } from '../statistics.js';

export interface WeightedField {
  readonly field: string;
  /** A weight of at least 1. */
  readonly weight: number;
  readonly hasNorms: boolean;
}

const f = Math.fround;
const NORM_CODES = 256;

/** Either all `fields` have norms, or none. Several terms count as one. */
export function combinedFieldsQuery(
  fields: readonly WeightedField[],
  terms: readonly Uint8Array[],
): Query {
  const query: Query = {
    kind: 'combined_fields',
    profileName: 'CombinedFieldQuery',
    marks: () => fields.flatMap(({ field }) => terms.map((term) => termMark(field, term))),
    toString: () => {
      const names = fields.map(({ field, weight }) => field + (weight === 1 ? '' : `^${weight}`));
      return `CombinedFieldQuery((${names.join(' ')})(${terms.map(termText).join(', ')}))`;
    },
    rewrite: () => query,
    createWeight: (searcher, needsScores, boost) => {
      const similarity = needsScores ? scorerOf(searcher, fields, { terms, boost }) : undefined;
      return combinedWeight(query, { fields, terms, similarity });
    },
  };
  return query;
}

function scorerOf(
  searcher: IndexSearcher,
  fields: readonly WeightedField[],
  { terms, boost }: { readonly terms: readonly Uint8Array[]; readonly boost: number },
): SimilarityScorer | undefined {
  const [first] = fields;
  const statistics = termStatistics(searcher, fields, terms);
  if (first === undefined || statistics.docFreq === 0) return undefined;
  const whole = fieldStatistics(searcher, fields);
  return searcher.similarity(first.field).scorer(boost, whole, [statistics]);
}

function termStatistics(
  searcher: IndexSearcher,
  fields: readonly WeightedField[],
  terms: readonly Uint8Array[],
): TermStatistics {
  let docFreq = 0;
  let totalTermFreq = 0;
  for (const { field, weight } of fields) {
    for (const term of terms) {
      const own = searcher.termStatistics(field, term);
      docFreq = Math.max(docFreq, own.docFreq);
      totalTermFreq += weight * own.totalTermFreq;
    }
  }
  return { docFreq, totalTermFreq: Math.trunc(totalTermFreq) };
}

function fieldStatistics(
  searcher: IndexSearcher,
  fields: readonly WeightedField[],
): FieldStatistics {
  let docCount = 0;
  let sumDocFreq = 0;
  let sumTotalTermFreq = 0;
  for (const { field, weight } of fields) {
    const own = searcher.fieldStatistics(field);
    docCount = Math.max(docCount, own.docCount);
    sumDocFreq = Math.max(sumDocFreq, own.sumDocFreq);
    sumTotalTermFreq += weight * own.sumTotalTermFreq;
  }
  return { docCount, sumDocFreq, sumTotalTermFreq: Math.trunc(sumTotalTermFreq) };
}

interface Combined {
  readonly fields: readonly WeightedField[];
  readonly terms: readonly Uint8Array[];
  readonly similarity: SimilarityScorer | undefined;
}

function combinedWeight(query: Query, combined: Combined): Weight {
  const { similarity } = combined;
  const weight: Weight = {
    count: () => -1,
    scorerSupplier(segment): ScorerSupplier | null {
      const members = membersOf(segment, combined);
      if (members.length === 0) return null;
      return {
        cost: members.reduce((sum, { docFreq }) => sum + docFreq, 0),
        get: () => combinedScorer(members.map(openMember), lengthsOf(segment, combined)),
      };
    },
    explain: (place) => explainCombined(query, weight, { place, similarity }),
  };
  return weight;
}

interface Member {
  readonly docFreq: number;
  readonly weight: number;
  readonly postings: () => PostingsIterator;
}

function membersOf(
  segment: SegmentReader,
  { fields, terms: wanted, similarity }: Combined,
): readonly Member[] {
  return fields.flatMap(({ field, weight }) => {
    const terms = segment.terms(field);
    if (terms === undefined) return [];
    return wanted.flatMap((term) => {
      const ordinal = terms.find(term);
      if (ordinal < 0) return [];
      const postings = () => terms.postings(ordinal, similarity ? 'freqs' : 'docs');
      return [{ docFreq: terms.docFreq(ordinal), weight, postings }];
    });
  });
}

interface OpenMember {
  readonly weight: number;
  readonly postings: PostingsIterator;
}

const openMember = ({ weight, postings }: Member): OpenMember => ({ weight, postings: postings() });

/** The components of a document's length in all fields. */
interface Lengths {
  readonly similarity: SimilarityScorer | undefined;
  /** For each field with norms, the codes by document and the weighted lengths by code. */
  readonly norms: readonly { readonly codes: Uint8Array; readonly lengths: Float32Array }[];
}

function lengthsOf(segment: SegmentReader, { fields, similarity }: Combined): Lengths {
  const norms = fields.flatMap(({ field, weight, hasNorms }) => {
    const codes = hasNorms ? segment.norms(field) : undefined;
    return codes === undefined ? [] : [{ codes, lengths: weightedLengths(weight) }];
  });
  return { similarity, norms };
}

function weightedLengths(weight: number): Float32Array {
  const lengths = new Float32Array(NORM_CODES);
  for (let code = 0; code < NORM_CODES; code++) lengths[code] = weight * decodeFieldLength(code);
  lengths[NO_TOKENS] = 0;
  return lengths;
}

function combinedScorer(members: readonly OpenMember[], { similarity, norms }: Lengths) {
  return new MergedTermsScorer(
    members.map(({ postings }) => postings),
    {
      similarity,
      frequency(doc) {
        let freq = 0;
        for (const { postings, weight } of members) {
          if (postings.docId() === doc) freq = f(freq + f(weight * postings.freq()));
        }
        return freq;
      },
      norm(doc) {
        if (norms.length === 0) return NO_NORM;
        let length = 0;
        for (const { codes, lengths } of norms) {
          length = f(length + lengths[codes[doc]]);
        }
        return encodeFieldLength(Math.round(length));
      },
    },
  );
}

interface ExplainedCombined {
  readonly place: ExplainedDoc;
  readonly similarity: SimilarityScorer | undefined;
}

function explainCombined(
  query: Query,
  weight: Weight,
  { place: { segment, doc }, similarity }: ExplainedCombined,
): Explanation {
  const scorer = weight.scorerSupplier(segment)?.get(1);
  if (!(scorer instanceof MergedTermsScorer) || scorer.advance(doc) !== doc) {
    return unmatched('no matching terms');
  }
  if (!similarity) return matched(1, String(query));
  const frequency = termFrequency(scorer.frequency());
  const norm = scorer.norm();
  return explainScore(similarity, { text: String(query), norm, doc, frequency });
}
