import type { TokenFilterType } from '../build/component_type.js';
import { wordDelimiterFilter } from './word_delimiter_filter.js';

/** `word_delimiter`: splits words such as `PowerShot500`. */
export const WORD_DELIMITER: TokenFilterType = {
  name: 'word_delimiter',
  create: (settings, { outside }) => wordDelimiterFilter(settings, outside, false),
};
