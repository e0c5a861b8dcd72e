/**
 * `_routing` of documents with routing, `_ignored` of documents with fields that could not be
 * indexed.
 */
import { utf8Decode } from '@skein/bytes';
import type { FetchHit, FetchPart } from './fetch_part.js';

export const metadata: FetchPart = (hit, context, to) => {
  const { routing } = hit.stored;
  const ignored = ignoredFields(hit);
  if (routing !== undefined) to.member('_routing', routing);
  if (ignored.length > 0) to.member('_ignored', ignored);
  if (context.request.storedFields?.includes('_size')) addSize(hit, to);
};

function addSize({ stored }: FetchHit, to: Parameters<FetchPart>[2]): void {
  const [size] = stored.fields?._size ?? [];
  if (size !== undefined) to.member('_size', Number(size));
}

const NONE: readonly string[] = [];

/** The fields of the document with values that could not be indexed. */
export function ignoredFields({ segment, doc, stored }: FetchHit): readonly string[] {
  const kept = stored.fields?._ignored;
  if (kept) return kept.map(String);
  const column = segment.ordinals('_ignored');
  if (!column?.has(doc)) return NONE;
  return Array.from({ length: column.valueCount(doc) }, (_, i) =>
    utf8Decode(column.term(column.ordinal(doc, i))),
  );
}
