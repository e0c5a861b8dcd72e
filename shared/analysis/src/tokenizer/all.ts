/** All tokenizers. */
import type { TokenizerType } from '../build/component_type.js';
import { UAX_URL_EMAIL_TOKENIZER } from './addresses/uax_url_email.js';
import { CHAR_GROUP_TOKENIZER } from './char_group.js';
import { CLASSIC_TOKENIZER } from './classic.js';
import { EDGE_NGRAM_TOKENIZER } from './edge_ngram.js';
import { ICU_TOKENIZER } from './icu.js';
import { KEYWORD_TOKENIZER } from './keyword.js';
import { KUROMOJI_TOKENIZER } from './kuromoji.js';
import { LETTER_TOKENIZER } from './letter.js';
import { LOWERCASE_TOKENIZER } from './lowercase.js';
import { NGRAM_TOKENIZER } from './ngram.js';
import { OLD_NAMES } from './old_names.js';
import { PATH_HIERARCHY_TOKENIZER } from './path_hierarchy.js';
import { PATTERN_TOKENIZER } from './pattern.js';
import { SIMPLE_PATTERN_TOKENIZER } from './simple_pattern.js';
import { SIMPLE_PATTERN_SPLIT_TOKENIZER } from './simple_pattern_split.js';
import { STANDARD_TOKENIZER } from './standard.js';
import { THAI_TOKENIZER } from './thai.js';
import { WHITESPACE_TOKENIZER } from './whitespace.js';

export const TOKENIZERS: readonly TokenizerType[] = [
  CHAR_GROUP_TOKENIZER,
  CLASSIC_TOKENIZER,
  EDGE_NGRAM_TOKENIZER,
  ICU_TOKENIZER,
  KEYWORD_TOKENIZER,
  KUROMOJI_TOKENIZER,
  LETTER_TOKENIZER,
  LOWERCASE_TOKENIZER,
  NGRAM_TOKENIZER,
  PATH_HIERARCHY_TOKENIZER,
  PATTERN_TOKENIZER,
  SIMPLE_PATTERN_TOKENIZER,
  SIMPLE_PATTERN_SPLIT_TOKENIZER,
  STANDARD_TOKENIZER,
  THAI_TOKENIZER,
  UAX_URL_EMAIL_TOKENIZER,
  WHITESPACE_TOKENIZER,
  ...OLD_NAMES,
];
