import { ApiError } from '@skein/errors';
import type { TokenFilterType } from '../build/component_type.js';
import { wordList } from '../build/word_files.js';
import { termFilter } from './shapes.js';
import { wordSet } from './stop_words.js';

const FRENCH = [
  'l',
  'm',
  't',
  'qu',
  'n',
  's',
  'j',
  'd',
  'c',
  'jusqu',
  'quoiqu',
  'lorsqu',
  'puisqu',
];

/** `elision`: removes an elided article, so that `l'avion` becomes `avion`. */
export const ELISION: TokenFilterType = {
  name: 'elision',
  preconfigured: { articles: FRENCH.join(','), articles_case: 'true' },
  create: (settings, { outside }) => {
    const list = wordList(settings, 'articles', outside);
    if (list === undefined) {
      throw new ApiError(
        'illegal_argument_exception',
        'elision filter requires [articles] or [articles_path] setting',
      );
    }
    const ignoreCase = settings.boolean('articles_case', false);
    const articles = wordSet(list, ignoreCase);
    const cut = (term: string) => {
      const at = term.search(/['\u2019]/);
      const article = ignoreCase ? term.slice(0, at).toLowerCase() : term.slice(0, at);
      return at > 0 && articles.has(article) ? term.slice(at + 1) : term;
    };
    return termFilter('elision', cut, { charLevel: true });
  },
};
