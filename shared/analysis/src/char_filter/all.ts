/** All char filters. */
import type { CharFilterType } from '../build/component_type.js';
import { HTML_STRIP } from './html_strip.js';
import { ICU_NORMALIZER_CHARS } from './icu_normalizer.js';
import { MAPPING } from './mapping.js';
import { PATTERN_REPLACE_CHARS } from './pattern_replace.js';

export const CHAR_FILTERS: readonly CharFilterType[] = [
  HTML_STRIP,
  ICU_NORMALIZER_CHARS,
  MAPPING,
  PATTERN_REPLACE_CHARS,
];
