import type { TokenFilterType } from '../build/component_type.js';
import { termFilter } from './shapes.js';
import { refusePath, wordSet } from './stop_words.js';

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

/** `elision`: `l'avion` is `avion`. */
export const ELISION: TokenFilterType = {
  name: 'elision',
  create: (settings) => {
    refusePath(settings, 'articles_path');
    const articles = wordSet(settings.list('articles') ?? FRENCH, true);
    return termFilter('elision', (term) => {
      const at = term.search(/['\u2019]/);
      return at > 0 && articles.has(term.slice(0, at).toLowerCase()) ? term.slice(at + 1) : term;
    });
  },
};
