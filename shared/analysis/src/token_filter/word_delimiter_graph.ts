import type { TokenFilterType } from '../build/component_type.js';
import { wordDelimiterFilter } from './word_delimiter_filter.js';

/** `word_delimiter_graph`: splits words such as `PowerShot500`. */
export const WORD_DELIMITER_GRAPH: TokenFilterType = {
  name: 'word_delimiter_graph',
  create: (settings, { outside }) => wordDelimiterFilter(settings, outside, true),
};
