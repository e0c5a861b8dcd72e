/** Normalizers: char filters and character-level token filters over the whole text of a keyword. */
import { ApiError } from '@skein/errors';
import { throughLinks } from '../analyzer/chain_analyzer.js';
import type { Normalizer } from '../analyzer.js';
import type { TokenFilter } from '../component.js';
import { KEYWORD_TOKENIZER } from '../tokenizer/keyword.js';
import { ComponentSettings } from './component_settings.js';
import { NOTHING_OUTSIDE } from './outside.js';
import type { AnalysisRegistry, FilterChain } from './registry.js';

/** The links of a normalizer behind a tokenizer that leaves the text whole. */
export function normalizerChain(
  settings: ComponentSettings,
  registry: AnalysisRegistry,
): FilterChain {
  const { name, type } = settings;
  if (type !== undefined && type !== 'custom' && type !== 'lowercase') {
    throw new ApiError(
      'illegal_argument_exception',
      `Unknown normalizer type [${type}] for [${name}]`,
    );
  }
  if (settings.has('tokenizer')) {
    throw new ApiError(
      'illegal_argument_exception',
      `Custom normalizer [${name}] cannot configure a tokenizer`,
    );
  }
  const isPlain = type === 'lowercase';
  const charFilterNames = isPlain ? [] : (settings.list('char_filter') ?? []);
  const charFilters = charFilterNames.map((filterName) => {
    const filter = registry.charFilter(filterName);
    if (!filter) throw notFound(name, 'char_filter', filterName);
    if (!filter.charLevel) throw notAllowed(name, filterName);
    return filter;
  });
  const filters: TokenFilter[] = [];
  const tokenizer = wholeText();
  for (const filterName of isPlain ? ['lowercase'] : (settings.list('filter') ?? [])) {
    const chain = { charFilters, tokenizer, filters: [...filters] };
    const filter = registry.tokenFilter(filterName, { chain, normalizes: name });
    if (!filter) throw notFound(name, 'filter', filterName);
    filters.push(filter);
  }
  return { charFilters, tokenizer, filters };
}

export function chainNormalizer(name: string, chain: FilterChain): Normalizer {
  return { name, normalize: throughLinks(chain) };
}

export function wholeText() {
  return KEYWORD_TOKENIZER.create(new ComponentSettings('keyword', new Map()), {
    indexSettings: new Map(),
    outside: NOTHING_OUTSIDE,
  });
}

function notAllowed(normalizer: string, charFilter: string): ApiError {
  const reason = `Custom normalizer [${normalizer}] may not use char filter [${charFilter}]`;
  return new ApiError('illegal_argument_exception', reason);
}

function notFound(normalizer: string, kind: string, name: string): ApiError {
  const reason =
    kind === 'filter'
      ? `Custom Analyzer [${normalizer}] failed to find filter under name [${name}]`
      : `Custom normalizer [${normalizer}] failed to find ${kind} under name [${name}]`;
  return new ApiError('illegal_argument_exception', reason);
}
