/** Looks up the filters that a filter names in its settings. */
import { ApiError } from '@skein/errors';
import { ANONYMOUS } from '../build/component_settings.js';
import type { TokenFilterContext } from '../build/component_type.js';
import type { TokenFilter } from '../component.js';

/**
 * `of` is the filter that names them; `missing` is the error message for a filter that the index
 * does not have.
 */
export function namedFilters(
  names: readonly string[],
  context: TokenFilterContext,
  { of, missing }: { readonly of: string; readonly missing: (name: string) => string },
): TokenFilter[] {
  const { chain } = context;
  const filters: TokenFilter[] = [];
  for (const name of names) {
    const before = { ...chain, filters: [...chain.filters, ...filters] };
    const filter = context.filterNamed(name, before);
    if (filter === undefined) {
      const where = context.isGlobal ? 'global ' : '';
      const anonymous = `failed to find ${where}filter under [${name}]`;
      const reason = of.startsWith(ANONYMOUS) ? anonymous : missing(name);
      throw new ApiError('illegal_argument_exception', reason);
    }
    filters.push(filter);
  }
  return filters;
}
