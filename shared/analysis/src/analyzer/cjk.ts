import { CJK } from '../stop_words/cjk.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `cjk`: joins characters of Chinese, Japanese and Korean into pairs. */
export const CJK_ANALYZER = languageAnalyzer({
  name: 'cjk',
  stopWords: CJK,
  links: ['cjk_width', 'lowercase', 'cjk_bigram', 'stop'],
});
