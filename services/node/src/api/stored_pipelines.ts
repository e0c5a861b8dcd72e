/** Pipelines of documents and of searches are shown alike. */
import { simpleMatch } from '@skein/base';
import type { JsonObject } from '@skein/content';
import { jsonReply, type Reply, splitList } from '@skein/http';

/** An expression of ids and patterns; absent: all. */
export function pipelinePatterns(expression: string | undefined): readonly string[] {
  return splitList(expression ?? '*');
}

/** Their sources as they were put; not to find any is 404. */
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
