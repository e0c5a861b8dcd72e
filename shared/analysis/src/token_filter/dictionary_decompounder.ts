import type { TokenFilterType } from '../build/component_type.js';
import { type Decompose, decompoundFilter, decompoundOptions } from './decompound.js';

/** `dictionary_decompounder`: finds every word of a list inside a term. */
export const DICTIONARY_DECOMPOUNDER: TokenFilterType = {
  name: 'dictionary_decompounder',
  needsSettings: true,
  readsSettingsLate: true,
  check: (settings, { outside }) => void decompoundOptions(settings, outside),
  create: (settings, { outside }) =>
    decompoundFilter('dictionary_decompounder', decompoundOptions(settings, outside), wordsInside),
};

const wordsInside: Decompose = (term, options) => {
  const { minSubwordSize, onlyLongest, isWord } = options;
  const most = Math.min(options.maxSubwordSize, options.longestWord);
  const parts: [number, number][] = [];
  for (let start = 0; start <= term.length - minSubwordSize; start++) {
    let found = 0;
    const last = Math.min(term.length, start + most);
    for (let end = start + minSubwordSize; end <= last; end++) {
      if (!isWord(term.slice(start, end))) continue;
      if (onlyLongest && found > 0) parts.pop();
      parts.push([start, end]);
      found++;
    }
  }
  return parts;
};
