/** `more_like_this`: documents similar to some texts or documents and dissimilar to others. */
import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import { askedVersion, longOf } from '@skein/reading';
import { booleanQuery, type Query } from '@skein/search_library';
import { minimumShouldMatch } from '../text/minimum_should_match.js';
import { BY_NAME, type Manners, readOptions } from './header.js';
import { type Draft, intoDraft } from './into_draft.js';
import { likeQuery } from './like_words.js';
import { booleanOf, floatOf, integerOf, isScalar, textOf, textsOf } from './options.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';
import {
  type FoundDocuments,
  HEAVY,
  LEAF,
  type NeededDocument,
  type QueryType,
} from './query_type.js';

/**
 * A `like` document: an id, whose source the coordinating node fetches, or an artificial document.
 */
export interface LikeDocument {
  readonly id: string | undefined;
  /** The source; `undefined` if not found or not fetched yet. */
  readonly source: JsonObject | undefined;
  /** The document to fetch. */
  readonly needed: NeededDocument | undefined;
  /**
   * The fields whose words count. If absent: those of the query, or all fields of a document in the
   * request.
   */
  readonly fields: ReadonlySet<string> | undefined;
  /** `per_field_analyzer`: analyzers of the document's own fields, by name. */
  readonly analyzers: ReadonlyMap<string, string>;
}

export interface Likes {
  readonly texts: readonly string[];
  readonly documents: readonly LikeDocument[];
}

export interface LikeParams {
  /** `undefined` means the index's default fields. */
  readonly fields: readonly string[] | undefined;
  readonly like: Likes | undefined;
  readonly unlike: Likes;
  readonly maxQueryTerms: number;
  readonly minTermFreq: number;
  readonly minDocFreq: number;
  readonly maxDocFreq: number;
  readonly minWordLength: number;
  /** The maximum word length; 0 means no limit. */
  readonly maxWordLength: number;
  readonly stopWords: ReadonlySet<string>;
  readonly analyzer: string | undefined;
  readonly minimumShouldMatch: string;
  /** The boost of terms; 0 means that clauses are not boosted. */
  readonly boostTerms: number;
  readonly include: boolean;
  readonly failOnUnsupportedField: boolean;
}

const MANNERS: Manners = { ...BY_NAME, null: 'skip' };

export const more_like_this: QueryType<LikeParams & { readonly like: Likes }> = {
  name: 'more_like_this',
  parse(body, context) {
    const params = defaults();
    const readers = { ...likeReaders(params, context), ...selectionReaders(params) };
    const header = readOptions({ query: 'mlt', options: body, context, manners: MANNERS }, readers);
    if (!params.like || params.like.texts.length + params.like.documents.length === 0) {
      throw parsingError(context, "more_like_this requires 'like' to be specified", body);
    }
    if (params.fields?.length === 0) {
      throw parsingError(context, "more_like_this requires 'fields' to be non-empty", body);
    }
    const like = params.like;
    return { ...header, params: { ...params, like } };
  },
  ...LEAF,
  needs: ({ like, unlike }) => ({
    ...HEAVY,
    documents: [...like.documents, ...unlike.documents].flatMap(({ needed }) => needed ?? []),
  }),
  fill: (params, found) => ({
    ...params,
    like: withSources(params.like, found),
    unlike: withSources(params.unlike, found),
  }),
  bind,
};

function withSources({ texts, documents }: Likes, found: FoundDocuments): Likes {
  return {
    texts,
    documents: documents.map((document) => {
      if (document.needed === undefined) return document;
      const source = found(document.needed);
      const isThere = isJsonObject(source);
      return { ...document, source: isThere ? source : undefined, needed: undefined };
    }),
  };
}

function defaults(): Draft<LikeParams> {
  return {
    fields: undefined,
    like: undefined,
    unlike: { texts: [], documents: [] },
    maxQueryTerms: 25,
    minTermFreq: 2,
    minDocFreq: 5,
    maxDocFreq: 0x7fffffff,
    minWordLength: 0,
    maxWordLength: 0,
    stopWords: new Set(),
    analyzer: undefined,
    minimumShouldMatch: '30%',
    boostTerms: 0,
    include: false,
    failOnUnsupportedField: true,
  };
}

function likeReaders(params: Draft<LikeParams>, { locate }: QueryParseContext) {
  const like = (json: JsonValue) => {
    params.like = likesOf(json);
  };
  const unlike = (json: JsonValue) => {
    params.unlike = likesOf(json);
  };
  return {
    fields: {
      array: (json: JsonArray) => {
        params.fields = textsOf(json, locate);
      },
    },
    like: { value: like, object: like, array: like },
    unlike: { value: unlike, object: unlike, array: unlike },
    analyzer: intoDraft(params, 'analyzer', textOf),
    stop_words: {
      array: (json: JsonArray) => {
        params.stopWords = new Set(textsOf(json, locate));
      },
    },
    minimum_should_match: intoDraft(params, 'minimumShouldMatch', textOf),
    include: intoDraft(params, 'include', booleanOf),
    fail_on_unsupported_field: intoDraft(params, 'failOnUnsupportedField', booleanOf),
  };
}

function selectionReaders(params: Draft<LikeParams>) {
  return {
    max_query_terms: (json: JsonValue) => {
      params.maxQueryTerms = integerOf(json);
      if (params.maxQueryTerms > 0) return;
      throw new ApiError(
        'illegal_argument_exception',
        "requires 'maxQueryTerms' to be greater than 0",
      );
    },
    min_term_freq: intoDraft(params, 'minTermFreq', integerOf),
    min_doc_freq: intoDraft(params, 'minDocFreq', integerOf),
    max_doc_freq: intoDraft(params, 'maxDocFreq', integerOf),
    min_word_length: intoDraft(params, 'minWordLength', integerOf),
    max_word_length: intoDraft(params, 'maxWordLength', integerOf),
    boost_terms: intoDraft(params, 'boostTerms', floatOf),
  };
}

function likesOf(json: JsonValue): Likes {
  const texts: string[] = [];
  const documents: LikeDocument[] = [];
  for (const each of isJsonArray(json) ? json : [json]) {
    if (isScalar(each)) texts.push(textOf(each));
    else if (isJsonObject(each)) documents.push(documentOf(each));
    else {
      const reason = "Content of 'like' parameter should either be a string or an object";
      throw new ApiError('illegal_argument_exception', reason);
    }
  }
  return { texts, documents };
}

const DOCUMENT_KEYS: ReadonlySet<string> = new Set([
  '_index',
  '_id',
  'doc',
  'routing',
  '_routing',
  'per_field_analyzer',
  'fields',
  'version',
  '_version',
  'version_type',
]);

/** Which of these it is makes no difference, since documents are only read. */
const VERSION_TYPES: ReadonlySet<string> = new Set([
  'internal',
  'external',
  'external_gt',
  'external_gte',
]);

function documentOf(json: JsonObject): LikeDocument {
  const unknown = Object.keys(json).find((key) => !DOCUMENT_KEYS.has(key));
  if (unknown !== undefined) {
    const reason = `failed to parse More Like This item. unknown field [${unknown}]`;
    throw new ApiError('parse_exception', reason);
  }
  const { _id: id, doc, version_type: versionType } = json;
  if (versionType !== undefined && !VERSION_TYPES.has(textOf(versionType))) {
    const reason = `No version type match [${textOf(versionType)}]`;
    throw new ApiError('illegal_argument_exception', reason);
  }
  if (id !== undefined && doc !== undefined) {
    throw new ApiError(
      'parse_exception',
      'failed to parse More Like This item. either [id] or [doc] can be specified, but not both!',
    );
  }
  if (id === undefined && doc === undefined) {
    throw new ApiError(
      'parse_exception',
      'failed to parse More Like This item. neither [id] nor [doc] is specified!',
    );
  }
  return {
    id: id === undefined ? undefined : textOf(id),
    source: isJsonObject(doc) ? doc : undefined,
    needed: isScalar(id) ? neededDocument(textOf(id), json) : undefined,
    fields: itemFields(json.fields),
    analyzers: analyzersOf(json.per_field_analyzer ?? null),
  };
}

/** As in OpenSearch, an empty list means the same as none. */
function itemFields(json: JsonValue | undefined): ReadonlySet<string> | undefined {
  if (json === undefined) return undefined;
  if (isJsonArray(json)) return json.length === 0 ? undefined : new Set(json.map(textOf));
  const reason = 'failed to parse More Like This item. field [fields] must be an array';
  throw new ApiError('parse_exception', reason);
}

function analyzersOf(json: JsonValue): ReadonlyMap<string, string> {
  if (json === null) return new Map();
  if (!isJsonObject(json)) {
    throw new ApiError('illegal_argument_exception', 'per_field_analyzer should be a map');
  }
  return new Map(Object.entries(json).map(([field, name = null]) => [field, textOf(name)]));
}

/** A document that is missing, or has another version, contributes nothing. */
function neededDocument(
  id: string,
  { _index: index, _routing, routing = _routing, _version, version = _version }: JsonObject,
): NeededDocument {
  return {
    query: more_like_this.name,
    index: isScalar(index) ? textOf(index) : undefined,
    id,
    routing: isScalar(routing) ? textOf(routing) : undefined,
    version: version === undefined ? undefined : askedVersion(longOf(version)),
    mayBeMissing: true,
  };
}

/** Excludes the `like` documents unless `include` is set. */
function bind(params: LikeParams & { readonly like: Likes }, shard: QueryShardContext): Query {
  const query = likeQuery({ ...params, query: more_like_this.name }, (clauses) =>
    minimumShouldMatch(params.minimumShouldMatch, clauses),
  )(shard);
  const ids = params.like.documents.flatMap(({ id }) => id ?? []);
  const idField = shard.mapping.field('_id');
  if (params.include || ids.length === 0 || !idField) return query;
  return booleanQuery({ should: [query], mustNot: [idField.termsQuery(ids, shard)] });
}
