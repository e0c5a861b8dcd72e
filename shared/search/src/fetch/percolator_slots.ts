/**
 * `_percolator_document_slot` in a hit's `fields`: the percolated documents that its stored query
 * matches.
 */
import type { JsonValue } from '@skein/content';
import type { PercolatedDocuments } from '../queries/query_shard_context.js';
import type { FetchHit } from './fetch_part.js';

const SLOT_FIELD = '_percolator_document_slot';

export type AddSlots = (hit: FetchHit, into: Map<string, JsonValue[]>) => void;

/** If there are several percolate queries, each has a field named after it. */
export function percolatorSlots(percolations: readonly PercolatedDocuments[]): AddSlots {
  const isOnly = percolations.length === 1;
  return ({ segment, doc, nested }, into) => {
    if (nested) return;
    for (const percolation of percolations) {
      const slots = percolation.matches(segment, doc)?.documents.map(({ slot }) => slot) ?? [];
      if (slots.length === 0) continue;
      into.set(isOnly ? SLOT_FIELD : `${SLOT_FIELD}_${percolation.name ?? null}`, slots);
    }
  };
}
