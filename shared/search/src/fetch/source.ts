/** `_source`: the document's own bytes, cut down to what was asked for, never parsed. */
import { filterSource, RawJson } from '@skein/content';
import type { SearchRequest, SourceSpec } from '../request/search_request.js';
import type { FetchPart } from './fetch_part.js';

export const source: FetchPart = ({ stored }, { request }) => {
  const spec = sourceSpec(request);
  if (!spec.enabled || stored.source === undefined) return [];
  const bytes = filterSource(stored.source, spec.includes, spec.excludes);
  return [['_source', new RawJson(bytes)]];
};

/** Stored fields replace the source, unless it is among them or asked for beside them. */
export function sourceSpec(request: SearchRequest): SourceSpec {
  if (request.source) return request.source;
  const enabled = request.storedFields?.includes('_source') ?? true;
  return { enabled, includes: [], excludes: [] };
}
