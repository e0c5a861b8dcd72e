/** `_source`: the document's own bytes, filtered by the request, never parsed. */
import { filterSource, type JsonValue, RawJson, SourceFilter } from '@skein/content';
import type { SearchRequest, SourceSpec } from '../request/search_request.js';
import type { FetchPart, NestedStep } from './fetch_part.js';
import { sliceObject, wrapObject } from './nested_object.js';

export function source(request: SearchRequest): FetchPart {
  const spec = sourceSpec(request);
  if (!spec.enabled) return () => undefined;
  const filter = new SourceFilter(spec.includes, spec.excludes);
  return ({ stored, nested }, _context, to) => {
    if (stored.source === undefined) return;
    if (nested) {
      const object = nestedSource(stored.source, nested, spec);
      if (object !== undefined) to.member('_source', object);
    } else filter.write(stored.source, to.open('_source'));
  };
}

/**
 * Stored and scripted fields replace the source, unless it is listed among them or requested
 * separately.
 */
function sourceSpec(request: SearchRequest): SourceSpec {
  if (request.source) return request.source;
  const enabled = request.storedFields?.includes('_source') ?? request.scriptFields.length === 0;
  return { enabled, includes: [], excludes: [] };
}

/**
 * The patterns of a nested hit are full paths, as for its root document, but only the object is
 * shown.
 */
function nestedSource(
  document: Uint8Array,
  steps: readonly NestedStep[],
  { includes, excludes }: SourceSpec,
): JsonValue | undefined {
  const object = sliceObject(document, steps);
  if (object === undefined) return undefined;
  if (includes.length === 0 && excludes.length === 0) return new RawJson(object);
  const wrapped = filterSource(wrapObject(object, steps), includes, excludes);
  const kept = sliceObject(
    wrapped,
    steps.map(({ field }) => ({ field, offset: 0 })),
  );
  return kept === undefined ? {} : new RawJson(kept);
}
