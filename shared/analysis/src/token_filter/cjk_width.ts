import type { TokenFilterType } from '../build/component_type.js';
import { termFilter } from './shapes.js';

/** `cjk_width`: wide Latin becomes ASCII, narrow katakana becomes wide. */
export const CJK_WIDTH: TokenFilterType = {
  name: 'cjk_width',
  create: () =>
    termFilter(
      'cjk_width',
      (term) => term.replace(/[\uff01-\uff5e\uff65-\uff9f]+/g, (run) => run.normalize('NFKC')),
      {
        charLevel: true,
      },
    ),
};
