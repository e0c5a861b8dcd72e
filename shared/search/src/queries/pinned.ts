/**
 * `pinned` of Elasticsearch: ranks the named documents before those of another query, in the given
 * order. That query's score is limited to 2^127, and the pinned documents have the float32 numbers
 * above it.
 */
import { isJsonArray, isJsonObject, type JsonValue } from '@skein/content';
import {
  boostQuery,
  cappedScoreQuery,
  constantScoreQuery,
  disjunctionMaxQuery,
  type Query,
} from '@skein/search_library';
import { bindQuery } from './bind_query.js';
import { BY_TOKEN, type Manners, readOptions } from './header.js';
import { intoDraft } from './into_draft.js';
import { NO_MATCHES } from './match_none.js';
import { textOf, textsOf } from './options.js';
import type { QueryNode } from './query_node.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';
import { HEAVY, type QueryType } from './query_type.js';

const NAME = 'pinned';
const MAX_PINNED = 100;
/** 2^127 as a float32. */
const MAX_ORGANIC_BITS = 0x7f000000;
const MANNERS: Manners = { ...BY_TOKEN };

/** A pinned document. If `index` is absent, any index that has the id. */
interface PinnedDocument {
  readonly index: string | undefined;
  readonly id: string;
}

interface Params {
  readonly documents: readonly PinnedDocument[];
  readonly organic: QueryNode;
}

export const pinned: QueryType<Params> = {
  name: NAME,
  parse(body, context) {
    let ids: readonly PinnedDocument[] | undefined;
    let docs: readonly PinnedDocument[] | undefined;
    const draft: { organic?: QueryNode } = {};
    const header = readOptions(
      { query: NAME, options: body, context, manners: MANNERS },
      {
        ids: {
          array: (json) => {
            ids = textsOf(json, context.locate).map((id) => ({ index: undefined, id }));
          },
        },
        docs: {
          array: (json) => {
            docs = json.map((each) => documentOf(each, context));
          },
        },
        organic: { object: intoDraft(draft, 'organic', (json) => context.parse(json)) },
      },
    );
    const { organic } = draft;
    if (organic === undefined) {
      throw parsingError(context, `[${NAME}] query requires an [organic] query`, body);
    }
    if ((ids === undefined) === (docs === undefined)) {
      throw parsingError(context, `[${NAME}] query requires either [ids] or [docs]`, body);
    }
    const documents = ids ?? docs ?? [];
    const fault = faultOf(documents);
    if (fault !== undefined) throw parsingError(context, `[${NAME}] query: ${fault}`, body);
    return { ...header, params: { documents, organic } };
  },
  children: ({ organic }) => [organic],
  withChildren: (params, [organic = params.organic]) => ({ ...params, organic }),
  needs: () => HEAVY,
  bind({ documents, organic }, shard) {
    const capped = cappedScoreQuery(bindQuery(organic, shard), floatOfBits(MAX_ORGANIC_BITS));
    const inFront = documents.map(({ index, id }, i) => {
      if (index !== undefined && index !== shard.indexName) return NO_MATCHES;
      const score = floatOfBits(MAX_ORGANIC_BITS + 1 + documents.length - i);
      return boostQuery(constantScoreQuery(byId(id, shard)), score);
    });
    return disjunctionMaxQuery([...inFront, capped], 0);
  },
};

function faultOf(documents: readonly PinnedDocument[]): string | undefined {
  const { length } = documents;
  if (length > MAX_PINNED) {
    return `Max of ${MAX_PINNED} ids exceeded: ${length} provided for pinning.`;
  }
  const met = new Set<string>();
  for (const { index, id } of documents) {
    const key = JSON.stringify([index ?? null, id]);
    if (met.has(key)) return `duplicate id found in list: [${id}]`;
    met.add(key);
  }
  return undefined;
}

function documentOf(json: JsonValue, context: QueryParseContext): PinnedDocument {
  if (!isJsonObject(json) || isJsonArray(json)) {
    throw parsingError(context, `[${NAME}] [docs] must be objects`, json);
  }
  const { _index: index, _id: id, ...others } = json;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw parsingError(context, `[${NAME}] unknown field [${unknown}] in [docs]`, json);
  }
  if (id === undefined || id === null) {
    throw parsingError(context, `[${NAME}] [docs] require an [_id]`, json);
  }
  return {
    index: index === undefined || index === null ? undefined : textOf(index),
    id: textOf(id),
  };
}

function byId(id: string, shard: QueryShardContext): Query {
  return shard.mapping.field('_id')?.termQuery(id, shard) ?? NO_MATCHES;
}

function floatOfBits(bits: number): number {
  const [float = 0] = new Float32Array(Uint32Array.of(bits).buffer);
  return float;
}
