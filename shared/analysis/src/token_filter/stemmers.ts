/** Stemmers by the names that filters give them. Stems are cached. */

import type { TokenFilter } from '../component.js';
import { STEMMERS } from '../stemmer/all.js';
import { snowballByName } from '../stemmer/snowball.js';
import type { Stem, StemmerType } from '../stemmer/stemmer_type.js';
import { termFilter } from './shapes.js';

/** Stems in the cache: words of a language repeat, and stemming costs more than a look-up. */
const MAX_REMEMBERED = 20_000;

function remembered(stem: Stem): Stem {
  const stems = new Map<string, string>();
  return (term) => {
    const known = stems.get(term);
    if (known !== undefined) return known;
    const result = stem(term);
    if (stems.size >= MAX_REMEMBERED) stems.clear();
    stems.set(term, result);
    return result;
  };
}

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

export function snowballFilter(name: string, language: string): TokenFilter {
  const stem = remembered(snowballByName(capitalized(language)));
  return termFilter(name, stem, { sparesKeywords: true });
}

/** Makes a stemmer's filter; a name that no stemmer has may be one of the Snowball project's. */
export function stemmerFilter(name: string, language: string): TokenFilter {
  const lower = language.toLowerCase();
  const type = STEMMERS.find(({ names }) => names.some((each) => each.toLowerCase() === lower));
  return type ? filterOfStemmer(name, type) : snowballFilter(name, language);
}

export function filterOfStemmer(name: string, type: StemmerType): TokenFilter {
  const sparesKeywords = type.changesKeywords !== true;
  return termFilter(name, remembered(type.create()), { sparesKeywords });
}
