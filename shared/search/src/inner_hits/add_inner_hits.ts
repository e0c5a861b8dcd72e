/**
 * Binds `inner_hits` to an index: definitions are collected while the request's queries are bound
 * and used when its hits are fetched.
 */
import type { InnerHitsDefinition } from './inner_hits.js';
import type { InnerHitsOptions } from './parse_inner_hits.js';

interface Bound extends Omit<InnerHitsDefinition, 'name' | 'givenName' | 'request'> {
  readonly options: InnerHitsOptions;
  /** The default name of the inner hits. */
  readonly called: string;
}

export function addInnerHits(
  into: InnerHitsDefinition[],
  { options, called, ...bound }: Bound,
): void {
  const { name, request } = options;
  into.push({ name: name ?? called, givenName: name, request, ...bound });
}
