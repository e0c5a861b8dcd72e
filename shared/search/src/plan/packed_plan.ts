/**
 * A plan without the members that have their default value, which most do: the form that is sent
 * between threads and nodes.
 */
import { emptyRequest } from '../request/empty_request.js';
import type { SearchRequest } from '../request/search_request.js';
import { checkPlan, type PlanNeeds, planOf, type SearchPlan } from './search_plan.js';

export interface PackedPlan {
  readonly version: number;
  readonly request: Partial<SearchRequest>;
  readonly needs: Partial<PlanNeeds>;
}

const DEFAULTS = planOf(emptyRequest());

export function packPlan({ version, request, needs }: SearchPlan): PackedPlan {
  return {
    version,
    request: unusual(request, DEFAULTS.request),
    needs: unusual(needs, DEFAULTS.needs),
  };
}

/** Refuses plans of another release, whose defaults may differ. */
export function unpackPlan(packed: PackedPlan): SearchPlan {
  checkPlan(packed);
  const { version, request, needs } = packed;
  return {
    version,
    request: { ...DEFAULTS.request, ...request },
    needs: { ...DEFAULTS.needs, ...needs },
  };
}

function unusual<T extends object>(value: T, usual: T): Partial<T> {
  const packed: Partial<T> = {};
  for (const key in value) if (!isUsual(value[key], usual[key])) packed[key] = value[key];
  return packed;
}

function isUsual(value: unknown, usual: unknown): boolean {
  if (value === usual) return true;
  return Array.isArray(value) && value.length === 0 && Array.isArray(usual) && usual.length === 0;
}
