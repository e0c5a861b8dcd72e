/** A hit's `sort`: its keys in a form that `search_after` accepts. */
import { float32, type JsonValue } from '@skein/content';
import type { SortPlan } from '../execution/sort/sort_plan.js';
import type { FetchPart } from './fetch_part.js';

export function sortValues(plan: SortPlan): FetchPart {
  return ({ hit }, _context, to) => {
    // The document of a suggestion has no sort keys.
    if (hit.sort.length === 0) return;
    const shown = plan.keys.map((key, i): JsonValue => {
      const value = hit.sort[i] ?? null;
      const isScore = plan.fields[i]?.kind === 'score';
      return isScore && typeof value === 'number' ? float32(value) : key.format(value);
    });
    to.member('sort', shown);
  };
}
