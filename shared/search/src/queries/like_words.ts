/** Makes the query `more_like_this`: counts the words of `like` texts and documents per field. */
import type { Analyzer } from '@skein/analysis';
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { MappedField } from '@skein/mapping';
import {
  booleanQuery,
  type LikeWords,
  matchNoneQuery,
  moreLikeThisQuery,
  type Query,
} from '@skein/search_library';
import { sourceValues } from '../fetch/source_values.js';
import { defaultFields, resolveFields } from '../text/field_list.js';
import { searchAnalyzer } from './match_options.js';
import type { LikeDocument, LikeParams, Likes } from './more_like_this.js';
import { isScalar, textOf } from './options.js';
import type { QueryShardContext } from './query_shard_context.js';

interface Params extends LikeParams {
  /** The query's name, for messages. */
  readonly query: string;
  readonly like: Likes;
}

/**
 * Makes one clause of the `like` texts and one of the `like` documents. A document matches if it
 * has enough words of either clause.
 */
export function likeQuery(
  params: Params,
  minimum: (clauses: number) => number,
): (shard: QueryShardContext) => Query {
  return (shard) => {
    const fields = likeFields(params, shard);
    if (fields.length === 0 && !namesUnknownField(params, shard))
      return matchNoneQuery('no field of more_like_this holds text');
    const words = new WordCounter(params, shard, fields);
    const options = {
      maxQueryTerms: params.maxQueryTerms,
      minTermFreq: params.minTermFreq,
      minDocFreq: params.minDocFreq,
      maxDocFreq: params.maxDocFreq,
      boostFactor: params.boostTerms === 0 ? undefined : params.boostTerms,
      minimum,
    };
    const queries: Query[] = [];
    if (params.like.documents.length > 0) {
      queries.push(moreLikeThisQuery(words.ofDocuments(), { ...options, likeText: 'null' }));
    }
    const { texts } = params.like;
    if (texts.length > 0) {
      const likeText = `[${texts.join(', ')}]`;
      queries.push(moreLikeThisQuery([words.ofTexts()], { ...options, likeText }));
    }
    return booleanQuery({ should: queries });
  };
}

function likeFields(
  { query, fields, like, failOnUnsupportedField }: Params,
  shard: QueryShardContext,
) {
  if (fields === undefined) {
    if (like.texts.length > 0 && defaultFields(shard).some(({ name }) => name.includes('*'))) {
      throw new ApiError(
        'illegal_argument_exception',
        `[${query}] query cannot infer the field to analyze the free text, you should update the [index.query.default_field] index setting to a field that exists in the mapping or set the [fields] option in the query.`,
      );
    }
    const found = resolveFields(defaultFields(shard), shard);
    return found.map((each) => each.field).filter((field) => field.likeWords);
  }
  // As in OpenSearch, names are no patterns here.
  const found = fields
    .map((name) => shard.mapping.field(name))
    .filter((field) => field !== undefined);
  const unsupported = found.find((field) => !field.likeWords);
  if (unsupported && failOnUnsupportedField) {
    throw new ApiError(
      'illegal_argument_exception',
      `${query} only supports text/keyword fields: [${unsupported.name}]`,
    );
  }
  return found.filter((field) => field.likeWords);
}

/** Documents may have other fields than those of the query, if one of these is not mapped. */
function namesUnknownField({ fields = [] }: Params, { mapping }: QueryShardContext): boolean {
  return fields.some((name) => mapping.field(name) === undefined);
}

interface Counting {
  readonly frequencies: Map<string, number>;
  readonly skipped: ReadonlySet<string>;
}

/** Counts words while one query is bound. */
class WordCounter {
  readonly #params: Params;
  readonly #shard: QueryShardContext;
  readonly #fields: readonly MappedField[];
  /** Fields of documents by their names; each field is looked for in those of all documents. */
  readonly #known = new Map<LikeDocument['fields'], ReadonlySet<MappedField>>();
  readonly #own: ReadonlySet<MappedField>;

  constructor(params: Params, shard: QueryShardContext, fields: readonly MappedField[]) {
    this.#params = params;
    this.#shard = shard;
    this.#fields = fields;
    this.#own = new Set(fields);
  }

  /** Analyzes the texts with the first field; their words are searched in all fields. */
  ofTexts(): LikeWords {
    const [first] = this.#fields;
    const frequencies = new Map<string, number>();
    if (first) {
      const skipped = this.#skipped(first);
      for (const text of this.#params.like.texts)
        this.#count(this.#wordsOfText(first, text), { frequencies, skipped });
    }
    return { fields: this.#fields.map((field) => field.spec.name), frequencies };
  }

  ofDocuments(): LikeWords[] {
    const { documents } = this.#params.like;
    const fields = new Set(documents.flatMap((document) => [...this.#fieldsOf(document)]));
    return Array.from(fields, (field) => {
      const frequencies = new Map<string, number>();
      const skipped = this.#skipped(field);
      for (const document of documents) {
        if (!this.#fieldsOf(document).has(field)) continue;
        const { source, analyzers } = document;
        const analyzer = analyzers.get(field.name);
        for (const text of textsOf(source ?? null, field)) {
          this.#count(this.#wordsOfDocument(field, text, analyzer), { frequencies, skipped });
        }
      }
      return { fields: [field.spec.name], frequencies };
    });
  }

  /**
   * The fields of a document whose words count. As in OpenSearch, the fields of the query do not
   * limit those of a document in the request.
   */
  #fieldsOf({ fields, id }: LikeDocument): ReadonlySet<MappedField> {
    if (fields === undefined && id !== undefined) return this.#own;
    const found = this.#known.get(fields) ?? this.#named(fields);
    this.#known.set(fields, found);
    return found;
  }

  #named(names: Iterable<string> = ['*']): ReadonlySet<MappedField> {
    const { mapping } = this.#shard;
    const found = Array.from(names, (name) => mapping.matching(name)).flat();
    return new Set(found.filter((field) => field.likeWords));
  }

  /**
   * The words that do not count for a field: those of the `unlike` documents, and for the first
   * field also those of the `unlike` texts.
   */
  #skipped(field: MappedField): ReadonlySet<string> {
    const skipped = new Set<string>();
    const { texts, documents } = this.#params.unlike;
    const unlikeTexts = field === this.#fields[0] ? texts : [];
    for (const text of unlikeTexts) {
      for (const word of this.#wordsOfText(field, text)) skipped.add(word);
    }
    for (const document of documents) {
      if (!this.#fieldsOf(document).has(field)) continue;
      const { source, analyzers } = document;
      for (const text of textsOf(source ?? null, field)) {
        const words = this.#wordsOfDocument(field, text, analyzers.get(field.name));
        for (const word of words) skipped.add(word);
      }
    }
    return skipped;
  }

  #count(words: readonly string[], { frequencies, skipped }: Counting): void {
    const { minWordLength, maxWordLength, stopWords } = this.#params;
    for (const word of words) {
      const tooLong = maxWordLength > 0 && word.length > maxWordLength;
      if (word.length < minWordLength || tooLong) continue;
      if (stopWords.has(word) || skipped.has(word)) continue;
      frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
    }
  }

  /**
   * Analyzes a text with the query's analyzer, else with the field's. As in OpenSearch, an analyzer
   * that does not exist is none.
   */
  #wordsOfText(field: MappedField, text: string): readonly string[] {
    const { query, analyzer: name } = this.#params;
    const { analysis } = this.#shard;
    const analyzer = name === undefined ? undefined : analysis.analyzer(name);
    if (analyzer !== undefined) return termsOf(analyzer, text);
    if (!field.cutsQueries) return wholeText(field, text);
    return termsOf(searchAnalyzer(this.#shard, field, { query, analyzer: undefined }), text);
  }

  /**
   * Analyzes a text of a document with its own analyzer, else as the field is indexed. As in
   * OpenSearch, the default analyzer takes the place of one that does not exist.
   */
  #wordsOfDocument(field: MappedField, text: string, analyzer?: string): readonly string[] {
    const { analysis } = this.#shard;
    if (analyzer !== undefined) {
      return termsOf(analysis.analyzer(analyzer) ?? analysis.defaultAnalyzer, text);
    }
    const { indexAnalyzer } = field;
    return indexAnalyzer === undefined ? wholeText(field, text) : termsOf(indexAnalyzer, text);
  }
}

function wholeText({ normalizer }: MappedField, text: string): readonly string[] {
  return [normalizer?.normalize(text) ?? text];
}

function termsOf(analyzer: Analyzer, text: string): readonly string[] {
  return analyzer.analyze(text).tokens.map((token) => token.term);
}

/**
 * The document's values of a field. If there are none, those of the nearest field above it:
 * `body.english`, a field of `body` with another analyzer, has the values of `body`.
 */
export function textsOf(source: JsonValue, field: MappedField): readonly string[] {
  let path = field.name;
  for (;;) {
    const values = sourceValues(source, path).filter((value) => isScalar(value));
    if (values.length > 0) return values.map(textOf);
    const dot = path.lastIndexOf('.');
    if (dot < 0) return [];
    path = path.slice(0, dot);
  }
}
