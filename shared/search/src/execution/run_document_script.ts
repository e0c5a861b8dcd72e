/** Runs a script on a single document, in an index created for it. */
import type { JsonObject } from '@skein/content';
import { type ScriptReference, scriptContext } from '@skein/script';
import { bm25, createSearcher } from '@skein/search_library';
import { parseQuery, toLibraryQuery } from '../queries/parse_query.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { documentScript } from '../scripts/document_script.js';
import type { ExecutionEnvironment } from './environment.js';
import { queryShardContext } from './shard_context.js';

export interface ScriptTrial {
  readonly script: ScriptReference;
  /** The script's context: `filter` or `score`. */
  readonly context: string;
  /** The query that computes the document's score; without one the score is 0. */
  readonly query: JsonObject | undefined;
  readonly nowMs: number;
}

export function runDocumentScript(trial: ScriptTrial, environment: ExecutionEnvironment): unknown {
  const shard = queryShardContext(environment.index, environment.scripts, trial.nowMs);
  const { segment } = documentScript(trial.script, scriptContext(trial.context), shard);
  const [only] = environment.reader.segments;
  if (only === undefined) return undefined;
  // Objects of nested fields precede the document that contains them.
  return segment(only)(only.maxDoc - 1, scoreOf(trial, shard, environment));
}

/**
 * OpenSearch uses Lucene's default similarity to try a script, regardless of the index's
 * similarities.
 */
const SIMILARITY = bm25({ plain: true });

function scoreOf(
  { query }: ScriptTrial,
  shard: QueryShardContext,
  { reader }: ExecutionEnvironment,
): number {
  if (query === undefined) return 0;
  const searcher = createSearcher(reader.segments, { similarity: () => SIMILARITY });
  const found = searcher.topDocs(toLibraryQuery(parseQuery(query), shard), {
    size: 1,
    totalHitsThreshold: 1,
  });
  return found.hits[0]?.score ?? 0;
}
