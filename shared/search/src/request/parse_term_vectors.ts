/**
 * Parses a `_termvectors` request from its body and URL, and checks its syntax. The result is plain
 * data.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError, invalidRequest } from '@skein/errors';
import { askedVersion, longOf } from '@skein/reading';
import { booleanOf, integerOf, textOf } from '../queries/options.js';

export interface TermVectorsOptions {
  /**
   * Field patterns; `undefined` or an empty list means the fields with term vectors, or all fields
   * of an artificial document.
   */
  readonly fields: readonly string[] | undefined;
  readonly offsets: boolean;
  readonly positions: boolean;
  /** Accepted without effect: payloads are not stored, since no analyzer produces any. */
  readonly payloads: boolean;
  readonly termStatistics: boolean;
  readonly fieldStatistics: boolean;
  /** Analyzers by field that replace the field's own. */
  readonly perFieldAnalyzer: Readonly<Record<string, string>>;
  readonly filter: TermVectorsFilter | undefined;
}

/** Selects the terms to show. */
export interface TermVectorsFilter {
  readonly maxNumTerms: number;
  readonly minTermFreq: number;
  readonly maxTermFreq: number;
  readonly minDocFreq: number;
  readonly maxDocFreq: number;
  readonly minWordLength: number;
  /** The maximum word length; 0 means no limit. */
  readonly maxWordLength: number;
}

export interface TermVectorsRequest extends TermVectorsOptions {
  readonly index: string;
  /** Undefined for an artificial document. */
  readonly id: string | undefined;
  /** An artificial document instead of one of the index. */
  readonly doc: JsonObject | undefined;
  readonly routing: string | undefined;
  readonly version: number | undefined;
  readonly versionType: string | undefined;
}

export type TermVectorsDefaults = Partial<Draft>;

/** A request as it is read: its index may still be missing. */
type Draft = {
  -readonly [K in keyof TermVectorsRequest]:
    | TermVectorsRequest[K]
    | (K extends 'index' ? undefined : never);
};

const GREATEST = 2 ** 31 - 1;
const DEFAULT_FILTER: TermVectorsFilter = {
  maxNumTerms: 25,
  minTermFreq: 1,
  maxTermFreq: GREATEST,
  minDocFreq: 1,
  maxDocFreq: GREATEST,
  minWordLength: 0,
  maxWordLength: 0,
};
const FILTER_KEYS: Readonly<Record<string, keyof TermVectorsFilter>> = {
  max_num_terms: 'maxNumTerms',
  min_term_freq: 'minTermFreq',
  max_term_freq: 'maxTermFreq',
  min_doc_freq: 'minDocFreq',
  max_doc_freq: 'maxDocFreq',
  min_word_length: 'minWordLength',
  max_word_length: 'maxWordLength',
};

/**
 * The body takes precedence over `defaults`, which come from the URL. Throws
 * action_request_validation_exception if the request names no index or no document.
 */
export function parseTermVectors(
  body: JsonObject | undefined,
  defaults: TermVectorsDefaults,
): TermVectorsRequest {
  const draft = draftOf(body, defaults);
  if (isComplete(draft)) return draft;
  throw invalidRequest(missingParts(draft));
}

function draftOf(body: JsonObject | undefined, defaults: TermVectorsDefaults): Draft {
  const draft: Draft = {
    index: undefined,
    id: undefined,
    doc: undefined,
    routing: undefined,
    version: undefined,
    versionType: undefined,
    fields: undefined,
    offsets: true,
    positions: true,
    payloads: true,
    termStatistics: false,
    fieldStatistics: true,
    perFieldAnalyzer: {},
    filter: undefined,
    ...defaults,
  };
  for (const [key, value = null] of Object.entries(body ?? {})) readKey(draft, key, value);
  return draft;
}

function readKey(draft: Draft, key: string, json: JsonValue): void {
  const read = Object.hasOwn(READERS, key) ? READERS[key] : undefined;
  if (read === undefined) {
    throw failure(`failed to parse term vectors request. unknown field [${key}]`);
  }
  read(draft, json);
}

type Reader = (draft: Draft, json: JsonValue) => void;

const ID_AND_DOC =
  'failed to parse term vectors request. either [id] or [doc] can be specified, but not both!';
const TERM_STATISTICS = stored('termStatistics', booleanOf);
const FIELD_STATISTICS = stored('fieldStatistics', booleanOf);

const READERS: Readonly<Record<string, Reader>> = {
  dfs: () => {
    const reason = 'distributed frequencies is not supported anymore for term vectors';
    throw new ApiError('illegal_argument_exception', reason);
  },
  _index: stored('index', textOf),
  _id: (draft, json) => {
    if (draft.doc !== undefined) throw failure(ID_AND_DOC);
    draft.id = textOf(json);
  },
  doc: (draft, json) => {
    if (draft.id !== undefined) throw failure(ID_AND_DOC);
    if (!isJsonObject(json))
      throw failure('failed to parse term vectors request. [doc] must be an object');
    draft.doc = json;
  },
  fields: (draft, json) => {
    if (!isJsonArray(json)) {
      throw failure('failed to parse term vectors request. field [fields] must be an array');
    }
    draft.fields = json.map(textOf);
  },
  offsets: stored('offsets', booleanOf),
  positions: stored('positions', booleanOf),
  payloads: stored('payloads', booleanOf),
  term_statistics: TERM_STATISTICS,
  termStatistics: TERM_STATISTICS,
  field_statistics: FIELD_STATISTICS,
  fieldStatistics: FIELD_STATISTICS,
  per_field_analyzer: perFieldAnalyzer,
  perFieldAnalyzer,
  filter: stored('filter', filterOf),
  routing: stored('routing', textOf),
  version: stored('version', (json) => askedVersion(longOf(json))),
  version_type: stored('versionType', textOf),
};

/** A reader that stores what it reads as a member of the draft. */
function stored<K extends keyof Draft>(member: K, read: (json: JsonValue) => Draft[K]): Reader {
  return (draft, json) => {
    draft[member] = read(json);
  };
}

function perFieldAnalyzer(draft: Draft, json: JsonValue): void {
  if (!isJsonObject(json)) {
    throw failure('failed to parse term vectors request. [per_field_analyzer] must be an object');
  }
  const entries = Object.entries(json).map(([field, name = null]) => [field, textOf(name)]);
  draft.perFieldAnalyzer = Object.fromEntries(entries);
}

function filterOf(json: JsonValue): TermVectorsFilter {
  if (!isJsonObject(json))
    throw failure('failed to parse term vectors request. [filter] must be an object');
  const filter: { -readonly [K in keyof TermVectorsFilter]: number } = { ...DEFAULT_FILTER };
  for (const [key, value = null] of Object.entries(json)) {
    const known = Object.hasOwn(FILTER_KEYS, key) ? FILTER_KEYS[key] : undefined;
    if (known === undefined) {
      throw failure(
        `failed to parse term vectors request. the field [${key}] is not valid for filter parameter for term vector request`,
      );
    }
    filter[known] = integerOf(value);
  }
  if (filter.maxNumTerms < 0) {
    throw new ApiError('illegal_argument_exception', '[max_num_terms] must not be negative');
  }
  return filter;
}

/** Parses the requests of a `_mtermvectors` body: `docs`, or `ids` with common `parameters`. */
export function parseMultiTermVectors(
  body: JsonObject | undefined,
  defaults: TermVectorsDefaults,
  urlIds: readonly string[],
): readonly TermVectorsRequest[] {
  const { docs = [], ids = [], parameters = {}, ...rest } = body ?? {};
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined)
    throw failure(`Parsing term vectors request: Unexpected field [${unknown}]`);
  if (!isJsonArray(docs) || !isJsonArray(ids)) throw failure('[docs] and [ids] must be arrays');
  if (!isJsonObject(parameters)) throw failure('[parameters] must be an object');
  const common = draftOf(parameters, defaults);
  const drafts = docs.map((each) => {
    if (!isJsonObject(each)) {
      const reason = 'docs array element should include an object';
      throw new ApiError('illegal_argument_exception', reason);
    }
    return draftOf(each, common);
  });
  for (const id of [...urlIds, ...ids.map(textOf)]) drafts.push({ ...common, id });
  return complete(drafts);
}

/** The requests if each names its index and document. */
function complete(drafts: readonly Draft[]): readonly TermVectorsRequest[] {
  if (drafts.length === 0) throw invalidRequest(['multi term vectors: no documents requested']);
  const last = drafts.findLastIndex((draft) => !isComplete(draft));
  const incomplete = drafts[last];
  if (incomplete !== undefined) {
    // OpenSearch names the last one only.
    throw invalidRequest([...missingParts(incomplete), `at multi term vectors for doc ${last}`]);
  }
  return drafts.filter(isComplete);
}

function isComplete(draft: Draft): draft is TermVectorsRequest {
  return missingParts(draft).length === 0;
}

function missingParts({ index, id, doc }: Draft): string[] {
  return [
    ...(index === undefined ? ['index is missing'] : []),
    ...(id === undefined && doc === undefined ? ['id or doc is missing'] : []),
  ];
}

function failure(reason: string): ApiError {
  return new ApiError('parse_exception', reason);
}
