/**
 * Lucene's CJKWidthCharFilter: wide Latin becomes ASCII, narrow katakana becomes wide and takes the
 * marks behind it.
 */
import { TextRewriter } from '../char_filter/offset_map.js';
import type { CharFilter } from '../component.js';

const UNUSUAL = /[\uff01-\uff5e]|[\uff65-\uff9f][\uff9e\uff9f]?/g;

export const CJK_WIDTH_CHARS: CharFilter = {
  name: 'cjk_width',
  charLevel: true,
  apply: (text) => {
    const rewriter = new TextRewriter();
    let at = 0;
    for (const { 0: found, index } of text.matchAll(UNUSUAL)) {
      rewriter.keep(text.slice(at, index));
      rewriter.replace(found.length, found.normalize('NFKC'));
      at = index + found.length;
    }
    rewriter.keep(text.slice(at));
    return rewriter.finish();
  },
};
