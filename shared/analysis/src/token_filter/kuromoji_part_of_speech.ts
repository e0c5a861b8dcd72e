/**
 * `kuromoji_part_of_speech`: drops particles and other parts of speech that bear little meaning.
 */
import type { TokenFilterType } from '../build/component_type.js';
import { wordList } from '../build/word_files.js';
import { keepFilter } from './shapes.js';

/** Lucene's list. */
const STOP_TAGS: readonly string[] = [
  '接続詞',
  '助詞',
  '助詞-格助詞',
  '助詞-格助詞-一般',
  '助詞-格助詞-引用',
  '助詞-格助詞-連語',
  '助詞-接続助詞',
  '助詞-係助詞',
  '助詞-副助詞',
  '助詞-間投助詞',
  '助詞-並立助詞',
  '助詞-終助詞',
  '助詞-副助詞／並立助詞／終助詞',
  '助詞-連体化',
  '助詞-副詞化',
  '助詞-特殊',
  '助動詞',
  '記号',
  '記号-一般',
  '記号-読点',
  '記号-句点',
  '記号-空白',
  '記号-括弧開',
  '記号-括弧閉',
  'その他-間投',
  'フィラー',
  '非言語音',
];

export const KUROMOJI_PART_OF_SPEECH: TokenFilterType = {
  name: 'kuromoji_part_of_speech',
  create: (settings, { outside }) => {
    const dropped = new Set(wordList(settings, 'stoptags', outside) ?? STOP_TAGS);
    return keepFilter('kuromoji_part_of_speech', ({ word }) => {
      return word === undefined || !dropped.has(word.partOfSpeech);
    });
  },
};
