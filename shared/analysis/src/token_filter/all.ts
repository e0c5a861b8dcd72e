/** All token filters. */
import type { TokenFilterType } from '../build/component_type.js';
import { APOSTROPHE } from './apostrophe.js';
import { ARABIC_NORMALIZATION } from './arabic_normalization.js';
import { ASCIIFOLDING } from './asciifolding.js';
import { BENGALI_NORMALIZATION } from './bengali_normalization.js';
import { CJK_BIGRAM } from './cjk_bigram.js';
import { CJK_WIDTH } from './cjk_width.js';
import { CLASSIC } from './classic.js';
import { COMMON_GRAMS } from './common_grams.js';
import { CONCATENATE_GRAPH } from './concatenate_graph.js';
import { CONDITION } from './condition.js';
import { DECIMAL_DIGIT } from './decimal_digit.js';
import { DELIMITED_PAYLOAD } from './delimited_payload.js';
import { DELIMITED_TERM_FREQ } from './delimited_term_freq.js';
import { DICTIONARY_DECOMPOUNDER } from './dictionary_decompounder.js';
import { EDGE_NGRAM } from './edge_ngram.js';
import { ELISION } from './elision.js';
import { FINGERPRINT } from './fingerprint.js';
import { FLATTEN_GRAPH } from './flatten_graph.js';
import { GERMAN_NORMALIZATION } from './german_normalization.js';
import { HINDI_NORMALIZATION } from './hindi_normalization.js';
import { HUNSPELL } from './hunspell.js';
import { HYPHENATION_DECOMPOUNDER } from './hyphenation_decompounder.js';
import { ICU_FOLDING } from './icu_folding.js';
import { ICU_NORMALIZER } from './icu_normalizer.js';
import { INDIC_NORMALIZATION } from './indic_normalization.js';
import { JA_STOP } from './ja_stop.js';
import { KEEP } from './keep.js';
import { KEEP_TYPES } from './keep_types.js';
import { KEYWORD_MARKER } from './keyword_marker.js';
import { KEYWORD_REPEAT } from './keyword_repeat.js';
import { KSTEM_FILTER } from './kstem.js';
import { KUROMOJI_BASEFORM } from './kuromoji_baseform.js';
import { KUROMOJI_PART_OF_SPEECH } from './kuromoji_part_of_speech.js';
import { KUROMOJI_READINGFORM } from './kuromoji_readingform.js';
import { KUROMOJI_STEMMER } from './kuromoji_stemmer.js';
import {
  ARABIC_STEM,
  BRAZILIAN_STEM,
  CZECH_STEM,
  DUTCH_STEM,
  FRENCH_STEM,
  GERMAN_STEM,
  PERSIAN_STEM,
  RUSSIAN_STEM,
} from './language_stems.js';
import { LENGTH } from './length.js';
import { LIMIT } from './limit.js';
import { LOWERCASE } from './lowercase.js';
import { MIN_HASH } from './min_hash.js';
import { MULTIPLEXER } from './multiplexer.js';
import { NGRAM } from './ngram.js';
import { OLD_NAMES } from './old_names.js';
import { PATTERN_CAPTURE } from './pattern_capture.js';
import { PATTERN_REPLACE } from './pattern_replace.js';
import { PERSIAN_NORMALIZATION } from './persian_normalization.js';
import { PHONETIC } from './phonetic.js';
import { PORTER_STEM } from './porter_stem.js';
import { PREDICATE_TOKEN_FILTER } from './predicate_token_filter.js';
import { REMOVE_DUPLICATES } from './remove_duplicates.js';
import { REVERSE } from './reverse.js';
import { SCANDINAVIAN_FOLDING } from './scandinavian_folding.js';
import { SCANDINAVIAN_NORMALIZATION } from './scandinavian_normalization.js';
import { SERBIAN_NORMALIZATION } from './serbian_normalization.js';
import { SHINGLE } from './shingle.js';
import { SNOWBALL } from './snowball.js';
import { SORANI_NORMALIZATION } from './sorani_normalization.js';
import { STEMMER } from './stemmer.js';
import { STEMMER_OVERRIDE } from './stemmer_override.js';
import { STOP } from './stop.js';
import { SYNONYM } from './synonym.js';
import { SYNONYM_GRAPH } from './synonym_graph.js';
import { TRIM } from './trim.js';
import { TRUNCATE } from './truncate.js';
import { TYPE_AS_PAYLOAD } from './type_as_payload.js';
import { UNIQUE } from './unique.js';
import { UPPERCASE } from './uppercase.js';
import { WORD_DELIMITER } from './word_delimiter.js';
import { WORD_DELIMITER_GRAPH } from './word_delimiter_graph.js';

export const TOKEN_FILTERS: readonly TokenFilterType[] = [
  APOSTROPHE,
  ARABIC_NORMALIZATION,
  ARABIC_STEM,
  ASCIIFOLDING,
  BENGALI_NORMALIZATION,
  BRAZILIAN_STEM,
  CJK_BIGRAM,
  CJK_WIDTH,
  CLASSIC,
  COMMON_GRAMS,
  CONCATENATE_GRAPH,
  CONDITION,
  CZECH_STEM,
  DECIMAL_DIGIT,
  DELIMITED_PAYLOAD,
  DELIMITED_TERM_FREQ,
  DICTIONARY_DECOMPOUNDER,
  DUTCH_STEM,
  EDGE_NGRAM,
  ELISION,
  FINGERPRINT,
  FLATTEN_GRAPH,
  FRENCH_STEM,
  GERMAN_NORMALIZATION,
  GERMAN_STEM,
  HINDI_NORMALIZATION,
  HUNSPELL,
  HYPHENATION_DECOMPOUNDER,
  ICU_FOLDING,
  ICU_NORMALIZER,
  INDIC_NORMALIZATION,
  JA_STOP,
  KEEP,
  KEEP_TYPES,
  KEYWORD_MARKER,
  KEYWORD_REPEAT,
  KSTEM_FILTER,
  KUROMOJI_BASEFORM,
  KUROMOJI_PART_OF_SPEECH,
  KUROMOJI_READINGFORM,
  KUROMOJI_STEMMER,
  LENGTH,
  LIMIT,
  LOWERCASE,
  MIN_HASH,
  MULTIPLEXER,
  NGRAM,
  PATTERN_CAPTURE,
  PATTERN_REPLACE,
  PERSIAN_NORMALIZATION,
  PERSIAN_STEM,
  PHONETIC,
  PORTER_STEM,
  PREDICATE_TOKEN_FILTER,
  REMOVE_DUPLICATES,
  REVERSE,
  RUSSIAN_STEM,
  SCANDINAVIAN_FOLDING,
  SCANDINAVIAN_NORMALIZATION,
  SERBIAN_NORMALIZATION,
  SHINGLE,
  SNOWBALL,
  SORANI_NORMALIZATION,
  STEMMER,
  STEMMER_OVERRIDE,
  STOP,
  SYNONYM,
  SYNONYM_GRAPH,
  TRIM,
  TRUNCATE,
  TYPE_AS_PAYLOAD,
  UNIQUE,
  UPPERCASE,
  WORD_DELIMITER,
  WORD_DELIMITER_GRAPH,
  ...OLD_NAMES,
];
