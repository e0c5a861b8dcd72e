/** `inner_hits` of a query that joins documents: which of the joined documents a hit shows, and what of them. */
import { isJsonArray, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { booleanOf, integerOf, textOf } from '../queries/options.js';
import { placePrefix, type QueryParseContext } from '../queries/query_parse_context.js';
import { emptyRequest, type Mutable } from '../request/empty_request.js';
import { parseFieldsAndFormats, parseStoredFields } from '../request/parse_fields.js';
import { parseSort } from '../request/parse_sort.js';
import { parseSource } from '../request/parse_source.js';
import type { SearchRequest } from '../request/search_request.js';

export interface InnerHitsOptions {
  /** The name they are shown under; `undefined`: that of what was joined. */
  readonly name: string | undefined;
  readonly ignoreUnmapped: boolean;
  /** What a search of the joined documents would ask. */
  readonly request: SearchRequest;
}

const DEFAULT_SIZE = 3;
/** Parts that later features bring. */
const LATER_OPTIONS: ReadonlySet<string> = new Set(['collapse', 'highlight', 'script_fields']);

type Draft = Mutable<SearchRequest>;
type Reader = (draft: Draft, json: JsonValue, context: QueryParseContext) => void;

const listOf = (json: JsonValue) => (isJsonArray(json) ? json : [json]);

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  [
    'from',
    (draft, json) => {
      draft.from = notNegative('from', integerOf(json));
    },
  ],
  [
    'size',
    (draft, json) => {
      draft.size = notNegative('size', integerOf(json));
    },
  ],
  [
    'explain',
    (draft, json) => {
      draft.explain = booleanOf(json);
    },
  ],
  [
    'version',
    (draft, json) => {
      draft.version = booleanOf(json);
    },
  ],
  [
    'seq_no_primary_term',
    (draft, json) => {
      draft.seqNoPrimaryTerm = booleanOf(json);
    },
  ],
  [
    'track_scores',
    (draft, json) => {
      draft.trackScores = booleanOf(json);
    },
  ],
  [
    'stored_fields',
    (draft, json) => {
      draft.storedFields = parseStoredFields(json);
    },
  ],
  [
    'docvalue_fields',
    (draft, json) => {
      draft.docvalueFields = parseFieldsAndFormats('docvalue_fields', listOf(json));
    },
  ],
  [
    'fields',
    (draft, json) => {
      draft.fields = parseFieldsAndFormats('fields', listOf(json));
    },
  ],
  [
    'sort',
    (draft, json, context) => {
      draft.sort = parseSort(json, { locate: context.locate, check: context.parse });
    },
  ],
  [
    '_source',
    (draft, json) => {
      draft.source = parseSource(json);
    },
  ],
]);

export function parseInnerHits(body: JsonObject, context: QueryParseContext): InnerHitsOptions {
  const draft = { ...emptyRequest(), size: DEFAULT_SIZE };
  let name: string | undefined;
  let ignoreUnmapped = false;
  for (const [key, json = null] of Object.entries(body)) {
    if (key === 'name') name = textOf(json);
    else if (key === 'ignore_unmapped') ignoreUnmapped = booleanOf(json);
    else if (LATER_OPTIONS.has(key)) {
      throw new ApiError(
        'illegal_argument_exception',
        `[inner_hits] [${key}] is not supported yet`,
      );
    } else {
      const read = READERS.get(key);
      if (!read) {
        const reason = `${placePrefix(context, body)}[inner_hits] unknown field [${key}]`;
        throw new ApiError('x_content_parse_exception', reason);
      }
      read(draft, json, context);
    }
  }
  return { name, ignoreUnmapped, request: Object.freeze(draft) };
}

function notNegative(name: string, value: number): number {
  if (value >= 0) return value;
  throw new ApiError(
    'illegal_argument_exception',
    `illegal ${name} value, at least 0 or higher required`,
  );
}
