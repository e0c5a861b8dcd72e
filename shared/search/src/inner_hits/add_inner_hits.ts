/**
 * Binds `inner_hits` to an index: definitions are collected while the request's queries are bound
 * and used when its hits are fetched.
 */
import { ApiError } from '@skein/errors';
import type { InnerHitsDefinition } from './inner_hits.js';
import type { InnerHitsOptions } from './parse_inner_hits.js';

interface Bound extends Omit<InnerHitsDefinition, 'name' | 'request'> {
  readonly options: InnerHitsOptions;
  /** The default name of the inner hits. */
  readonly called: string;
  readonly settings: ReadonlyMap<string, string>;
}

const MAX_INNER_RESULT_WINDOW = 100;

export function addInnerHits(
  into: InnerHitsDefinition[],
  { options, called, settings, ...bound }: Bound,
): void {
  const { request } = options;
  const name = options.name ?? called;
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
