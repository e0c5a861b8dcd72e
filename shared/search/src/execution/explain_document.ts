/** `_explain` on one shard: finds the document by its id and explains its score for a query. */
import { encodeJson, type JsonObject, withJsonBuffer } from '@skein/content';
import type { IndexSearcher } from '@skein/search_library';
import { explanationJson } from '../fetch/explanation.js';
import { fields } from '../fetch/fields.js';
import { fetchHit } from '../fetch/hit.js';
import { HitWriter } from '../fetch/hit_writer.js';
import { percolatorSlots } from '../fetch/percolator_slots.js';
import { scriptFields } from '../fetch/script_fields.js';
import { source } from '../fetch/source.js';
import { versions } from '../fetch/versions.js';
import { planOf } from '../plan/search_plan.js';
import { creatingQuery } from '../queries/parse_query.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { emptyRequest } from '../request/empty_request.js';
import type { ShardExplainRequest, ShardExplainResult } from '../shard_messages.js';
import type { ExecutionEnvironment } from './environment.js';
import { findDocument } from './find_document.js';
import { prepareSearch } from './prepared_search.js';

export function explainDocument(
  explain: ShardExplainRequest,
  environment: ExecutionEnvironment,
): ShardExplainResult {
  const request = { ...emptyRequest(), query: explain.query };
  const { aliasFilter, nowMs } = explain;
  const { searcher, shard, query } = prepareSearch(
    { plan: planOf(request), aliasFilter, nowMs },
    environment,
  );
  const doc = findDocument(explain.id, searcher, shard);
  if (doc === undefined) {
    return { exists: false, matched: false, explanation: undefined, get: undefined };
  }
  const why = searcher.explain(creatingQuery(query), doc);
  const { shown } = explain;
  return {
    exists: true,
    matched: why.matches,
    explanation: bytesOf(explanationJson(why)),
    get: shown && shownDocument(doc, shown, { searcher, shard }),
  };
}

/** Copies the bytes to memory of their own, since they are sent to another thread. */
function bytesOf(json: JsonObject): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(encodeJson(json));
}

function shownDocument(
  doc: number,
  shown: NonNullable<ShardExplainRequest['shown']>,
  { searcher, shard }: { readonly searcher: IndexSearcher; readonly shard: QueryShardContext },
): Uint8Array<ArrayBuffer> {
  const request = { ...emptyRequest(), ...shown, seqNoPrimaryTerm: true };
  const hit = fetchHit(searcher, { doc, score: Number.NaN, sort: [] });
  const context = { request, shard };
  return withJsonBuffer((buffer) => {
    const to = new HitWriter(buffer);
    versions(hit, context, to);
    to.member('found', true);
    source(request)(hit, context, to);
    fields(scriptFields(request.scriptFields, shard), percolatorSlots([]))(hit, context, to);
    to.end();
    return buffer.finish();
  });
}
