/** Normalizers: char filters and character-level token filters over the whole text of a keyword. */
import { ApiError } from '@skein/errors';
import { applyCharFilters } from '../analyzer/chain_analyzer.js';
import type { Normalizer } from '../analyzer.js';
import type { CharFilter, TokenFilter } from '../component.js';
import { newBatch, newToken } from '../token.js';
import { foldLower } from '../token_filter/lowercase.js';
import { KEYWORD_TOKENIZER } from '../tokenizer/keyword.js';
import { ComponentSettings } from './component_settings.js';
import type { AnalysisRegistry } from './registry.js';

export const LOWERCASE_NORMALIZER: Normalizer = { name: 'lowercase', normalize: foldLower };

export function buildNormalizer(
  settings: ComponentSettings,
  registry: AnalysisRegistry,
): Normalizer {
  const { name } = settings;
  if (settings.type === 'lowercase') return { name, normalize: foldLower };
  if (settings.type !== undefined && settings.type !== 'custom') {
    throw new ApiError(
      'illegal_argument_exception',
      `Unknown normalizer type [${settings.type}] for [${name}]`,
    );
  }
  if (settings.has('tokenizer')) {
    throw new ApiError(
      'illegal_argument_exception',
      `Custom normalizer [${name}] cannot configure a tokenizer`,
    );
  }
  const charFilters = (settings.list('char_filter') ?? []).map((filterName) => {
    const filter = registry.charFilter(filterName);
    if (!filter) throw notFound(name, 'char_filter', filterName);
    return filter;
  });
  const filters: TokenFilter[] = [];
  const tokenizer = KEYWORD_TOKENIZER.create(new ComponentSettings('keyword', new Map()), {
    indexSettings: new Map(),
  });
  for (const filterName of settings.list('filter') ?? []) {
    const filter = registry.tokenFilter(filterName, {
      charFilters,
      tokenizer,
      filters: [...filters],
    });
    if (!filter) throw notFound(name, 'filter', filterName);
    if (!filter.charLevel) {
      throw new ApiError(
        'illegal_argument_exception',
        `Custom normalizer [${name}] may not use filter [${filterName}]`,
      );
    }
    filters.push(filter);
  }
  return { name, normalize: (text) => normalize(text, charFilters, filters) };
}

function normalize(
  text: string,
  charFilters: readonly CharFilter[],
  filters: readonly TokenFilter[],
): string {
  const filtered = charFilters.length === 0 ? text : applyCharFilters(charFilters, text).text;
  const token = newToken(filtered, 0, filtered.length, 'word');
  const batch = newBatch([token], filtered.length);
  for (const filter of filters) filter.apply(batch);
  return token.term;
}

function notFound(normalizer: string, kind: string, name: string): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    `Custom normalizer [${normalizer}] failed to find ${kind} under name [${name}]`,
  );
}
