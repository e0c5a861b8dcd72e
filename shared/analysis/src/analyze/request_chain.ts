/** The chain an `_analyze` request puts together: links by name, or defined on the spot as objects with a `type`. */
import { ApiError } from '@skein/errors';
import { ANONYMOUS, ComponentSettings } from '../build/component_settings.js';
import type { AnalysisRegistry, FilterChain } from '../build/registry.js';
import type { CharFilter, TokenFilter, Tokenizer } from '../component.js';
import { KEYWORD_TOKENIZER } from '../tokenizer/keyword.js';

export interface RequestLinks {
  readonly tokenizer: unknown;
  readonly charFilters: readonly unknown[];
  readonly filters: readonly unknown[];
  /** No index was named: messages say `global`. */
  readonly global: boolean;
}

export function requestChain(links: RequestLinks, registry: AnalysisRegistry): FilterChain {
  const missing = (kind: string, name: unknown) =>
    new ApiError(
      'illegal_argument_exception',
      `failed to find ${links.global ? 'global ' : ''}${kind} under [${String(name)}]`,
    );
  const charFilters = links.charFilters.map((link): CharFilter => {
    if (typeof link === 'object') return registry.createCharFilter(anonymous('char_filter', link));
    const filter = registry.charFilter(String(link));
    if (!filter) throw missing('char filter', link);
    return filter;
  });
  const tokenizer = findTokenizer(links.tokenizer, registry);
  if (!tokenizer) throw missing('tokenizer', links.tokenizer);
  const filters: TokenFilter[] = [];
  for (const link of links.filters) {
    const before = { charFilters, tokenizer, filters: [...filters] };
    const filter =
      typeof link === 'object'
        ? registry.createTokenFilter(anonymous('filter', link), before)
        : registry.tokenFilter(String(link), before);
    if (!filter) throw missing('filter', link);
    filters.push(filter);
  }
  return { charFilters, tokenizer, filters };
}

function findTokenizer(link: unknown, registry: AnalysisRegistry): Tokenizer | undefined {
  if (link === undefined) {
    return KEYWORD_TOKENIZER.create(new ComponentSettings('keyword', new Map()), {
      indexSettings: new Map(),
    });
  }
  if (typeof link === 'object') return registry.createTokenizer(anonymous('tokenizer', link));
  return registry.tokenizer(String(link));
}

/** Settings of a link given as an object: flat, as an index has them. */
function anonymous(kind: string, link: object | null): ComponentSettings {
  const values = new Map<string, string>();
  for (const [key, value] of Object.entries(link ?? {})) flatten(key, value, values);
  const { type } = new ComponentSettings('', values);
  if (type === undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      `Missing [type] setting for anonymous ${kind}: ${shownSettings(link ?? {})}`,
    );
  }
  return new ComponentSettings(`${ANONYMOUS}${type}`, values);
}

/** Flat, in order of their names. */
function shownSettings(link: object): string {
  const sorted = flatEntries('', link).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(sorted));
}

type FlatEntry = readonly [key: string, value: string | readonly string[] | null];

function flatEntries(prefix: string, value: object): FlatEntry[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]): FlatEntry[] => {
    const key = prefix + name;
    if (Array.isArray(inner)) return [[key, inner.map(String)]];
    if (typeof inner === 'object' && inner !== null) return flatEntries(`${key}.`, inner);
    return [[key, inner === null ? null : String(inner)]];
  });
}

function flatten(key: string, value: unknown, values: Map<string, string>): void {
  if (Array.isArray(value)) {
    if (value.length === 0) values.set(key, '[]');
    value.forEach((entry, index) => {
      flatten(`${key}.${index}`, entry, values);
    });
  } else if (typeof value === 'object' && value !== null) {
    for (const [inner, entry] of Object.entries(value)) flatten(`${key}.${inner}`, entry, values);
  } else if (value !== null && value !== undefined) {
    values.set(key, String(value));
  }
}
