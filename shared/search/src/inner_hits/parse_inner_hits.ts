/** `inner_hits` of a query that joins documents: which of the joined documents a hit shows, and what of them. */

import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseHighlight } from '../highlight/parse_highlight.js';
import { booleanOf, integerOf, textOf } from '../queries/options.js';
import type { QueryNode } from '../queries/query_node.js';
import type { QueryParseContext } from '../queries/query_parse_context.js';
import { emptyRequest, type Mutable } from '../request/empty_request.js';
import {
  type FieldReader,
  type FieldReaders,
  itemsOf,
  readFields,
} from '../request/object_fields.js';
import { parseFieldsAndFormats, parseStoredFields } from '../request/parse_fields.js';
import { parseScriptFields } from '../request/parse_script_fields.js';
import { parseSort } from '../request/parse_sort.js';
import { parseSource } from '../request/parse_source.js';
import { mapQueries, queriesOf } from '../request/request_queries.js';
import type { SearchRequest } from '../request/search_request.js';

export interface InnerHitsOptions {
  /** The name they are shown under; `undefined`: that of what was joined. */
  readonly name: string | undefined;
  readonly ignoreUnmapped: boolean;
  /** What a search of the joined documents would ask. */
  readonly request: SearchRequest;
}

/** What a query that joins documents holds. */
interface Joining {
  readonly inner: QueryNode;
  readonly innerHits: InnerHitsOptions | undefined;
}

/** The query of the joined documents, and those of what is shown of them. */
export function joinedQueries({ inner, innerHits }: Joining): readonly QueryNode[] {
  return innerHits ? [inner, ...queriesOf(innerHits.request)] : [inner];
}

export function withJoinedQueries<Params extends Joining>(
  params: Params,
  [inner = params.inner, ...others]: readonly QueryNode[],
): Params {
  const { innerHits } = params;
  if (innerHits === undefined) return { ...params, inner };
  const request = mapQueries(innerHits.request, (query) => others.shift() ?? query);
  return { ...params, inner, innerHits: { ...innerHits, request } };
}

const DEFAULT_SIZE = 3;
/** Parts that later features bring. */
const LATER_OPTIONS = ['collapse'] as const;

export function parseInnerHits(body: JsonObject, context: QueryParseContext): InnerHitsOptions {
  const draft = { ...emptyRequest(), size: DEFAULT_SIZE };
  let name: string | undefined;
  let ignoreUnmapped = false;
  const own: FieldReaders = {
    name: [
      'string',
      (json) => {
        name = textOf(json);
      },
    ],
    ignore_unmapped: [
      'boolean',
      (json) => {
        ignoreUnmapped = booleanOf(json);
      },
    ],
  };
  const readers = { ...own, ...searchReaders(draft, context), ...LATER };
  readFields(body, readers, { name: 'inner_hits', locate: context.locate });
  return { name, ignoreUnmapped, request: Object.freeze(draft) };
}

/** `top_hits` of an aggregation. */
export function parseTopHits(body: JsonObject, context: QueryParseContext): SearchRequest {
  const draft = { ...emptyRequest(), size: DEFAULT_SIZE };
  const { locate } = context;
  readFields(body, searchReaders(draft, context), { name: 'top_hits', locate });
  return Object.freeze(draft);
}

const LATER: FieldReaders = Object.fromEntries(
  LATER_OPTIONS.map((key) => [
    key,
    () => {
      const reason = `[inner_hits] [${key}] is not supported yet`;
      throw new ApiError('illegal_argument_exception', reason);
    },
  ]),
);

/** What hits inside hits have in common with a search. */
function searchReaders(
  draft: Mutable<SearchRequest>,
  { locate, parse }: QueryParseContext,
): FieldReaders {
  const flag = (key: 'explain' | 'version' | 'seqNoPrimaryTerm' | 'trackScores'): FieldReader => [
    'boolean',
    (json) => {
      draft[key] = booleanOf(json);
    },
  ];
  const count = (key: 'from' | 'size'): FieldReader => [
    'number',
    (json) => {
      draft[key] = notNegative(key, integerOf(json));
    },
  ];
  const fields = (key: 'docvalueFields' | 'fields'): FieldReader => [
    'object_array',
    (json) => {
      draft[key] = parseFieldsAndFormats(itemsOf(json), locate);
    },
  ];
  return {
    from: count('from'),
    size: count('size'),
    explain: flag('explain'),
    version: flag('version'),
    seq_no_primary_term: flag('seqNoPrimaryTerm'),
    track_scores: flag('trackScores'),
    stored_fields: [
      'string_array',
      (json) => {
        draft.storedFields = parseStoredFields(json, locate);
      },
    ],
    script_fields: [
      'object',
      (json) => {
        draft.scriptFields = parseScriptFields(json as JsonObject, locate);
      },
    ],
    highlight: [
      'object',
      (json) => {
        draft.highlight = parseHighlight(json as JsonObject, { locate, parse });
      },
    ],
    docvalue_fields: fields('docvalueFields'),
    fields: fields('fields'),
    sort: [
      'object_array_or_string',
      (json) => {
        draft.sort = parseSort(json, { locate, parse });
      },
    ],
    _source: [
      'object_array_boolean_or_string',
      (json) => {
        draft.source = parseSource(json, locate);
      },
    ],
  };
}

function notNegative(name: string, value: number): number {
  if (value >= 0) return value;
  throw new ApiError(
    'illegal_argument_exception',
    `illegal ${name} value, at least 0 or higher required`,
  );
}
