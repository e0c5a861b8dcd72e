/** Shows ingest and search pipelines in the same way. */
import { simpleMatch } from '@skein/base';
import type { JsonObject } from '@skein/content';
import { jsonReply, type Reply, splitList } from '@skein/http';

/** Patterns from an expression of ids; all if absent. */
export function pipelinePatterns(expression: string | undefined): readonly string[] {
  return splitList(expression ?? '*');
}

/** The pipelines' sources as stored; 404 if none is found. */
export function foundPipelines(
  pipelines: ReadonlyMap<string, JsonObject>,
  patterns: readonly string[],
): Reply {
  const found = new Map<string, JsonObject>();
  for (const pattern of patterns) {
    for (const [id, source] of pipelines) if (simpleMatch(pattern, id)) found.set(id, source);
  }
  return jsonReply(Object.fromEntries(found), found.size === 0 ? 404 : 200);
}
