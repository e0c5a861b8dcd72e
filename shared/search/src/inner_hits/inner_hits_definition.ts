/** `inner_hits` bound to an index: collected while the request's queries are bound, used when its hits are fetched. */
import { ApiError } from '@skein/errors';
import type { Query } from '@skein/search_library';
import type { SearchRequest } from '../request/search_request.js';
import type { InnerHitsOptions } from './parse_inner_hits.js';

/** Joined documents that lie in the hit itself. */
export interface InnerHitsDefinition {
  readonly name: string;
  readonly request: SearchRequest;
  readonly path: string;
  /** The nested path of the hits they are shown in; `undefined`: whole documents. */
  readonly parent: string | undefined;
  readonly query: Query;
  /** Shown inside the inner hits. */
  readonly children: readonly InnerHitsDefinition[];
}

interface Bound extends Omit<InnerHitsDefinition, 'name' | 'request'> {
  readonly options: InnerHitsOptions;
  readonly settings: ReadonlyMap<string, string>;
}

const MAX_INNER_RESULT_WINDOW = 100;

export function addInnerHits(
  into: InnerHitsDefinition[],
  { options, settings, ...bound }: Bound,
): void {
  const { request } = options;
  const name = options.name ?? bound.path;
  if (into.some((other) => other.name === name)) {
    throw new ApiError(
      'illegal_argument_exception',
      `[inner_hits] already contains an entry for key [${name}]`,
    );
  }
  checkWindow(name, request.from + request.size, settings);
  into.push({ name, request, ...bound });
}

function checkWindow(name: string, asked: number, settings: ReadonlyMap<string, string>): void {
  const most = Number(settings.get('index.max_inner_result_window') ?? MAX_INNER_RESULT_WINDOW);
  if (asked <= most) return;
  throw new ApiError(
    'illegal_argument_exception',
    `Inner result window is too large, the inner hit definition's [${name}]'s from + size must be less than or equal to: [${most}] but was [${asked}]. This limit can be set by changing the [index.max_inner_result_window] index level setting.`,
  );
}

/** Whether a query asks for inner hits at all: binding it again for nothing is not worth it. */
export function hasInnerHits(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  return Object.entries(json).some(([key, value]) => key === 'inner_hits' || hasInnerHits(value));
}
