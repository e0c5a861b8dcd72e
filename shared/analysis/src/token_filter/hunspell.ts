/**
 * `hunspell`: stems by a dictionary of the config folder, `hunspell/LOCALE`, which has one `.aff`
 * file and any number of `.dic` files.
 */
import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { TokenFilterType } from '../build/component_type.js';
import type { AnalysisOutside } from '../build/outside.js';
import { type HunspellDictionary, readDictionary } from '../hunspell/dictionary.js';
import { hunspellStems } from '../hunspell/stem.js';
import { copyToken } from '../token.js';

export const HUNSPELL: TokenFilterType = {
  name: 'hunspell',
  needsSettings: true,
  create: (settings, { outside }) => {
    const locale =
      settings.string('locale') ?? settings.string('language') ?? settings.string('lang');
    if (locale === undefined) {
      throw new ApiError(
        'illegal_argument_exception',
        'missing [locale | language | lang] configuration for hunspell token filter',
      );
    }
    const dictionary = dictionaryOf(locale, outside);
    const longestOnly = settings.boolean('longest_only', false);
    const eachOnce = settings.boolean('dedup', true);
    const stemsOf = (term: string): readonly string[] => {
      if (dictionary === undefined) return [];
      const found = hunspellStems(term, dictionary);
      const stems = eachOnce ? [...new Set(found)] : found;
      return longestOnly ? stems.toSorted((a, b) => b.length - a.length).slice(0, 1) : stems;
    };
    return {
      name: 'hunspell',
      attributes: ['keyword'],
      apply: (batch) => {
        batch.tokens = batch.tokens.flatMap((token) => stemmed(token, stemsOf));
      },
    };
  },
};

/** Puts all stems at the word's position, or keeps the word if it has none. */
function stemmed(token: Token, stemsOf: (term: string) => readonly string[]): Token[] {
  const stems = token.keyword ? [] : stemsOf(token.term);
  const [first, ...others] = stems;
  if (first === undefined) return [token];
  token.term = first;
  return [token, ...others.map((stem) => copyToken(token, stem, 0))];
}

const NAME = /^[\w.-]+$/;

/** The dictionary; `undefined` when other threads read it. */
function dictionaryOf(locale: string, outside: AnalysisOutside): HunspellDictionary | undefined {
  const folder = `hunspell/${locale}`;
  const names = NAME.test(locale) ? outside.filesIn(folder) : undefined;
  if (outside.elsewhere === true) return undefined;
  const known = outside.kept?.get(folder);
  if (known !== undefined) return known;
  const [affixes, ...more] = names?.filter((name) => name.endsWith('.aff')) ?? [];
  const read = (name: string) => outside.readFile(`${folder}/${name}`) ?? new Uint8Array(0);
  if (affixes === undefined || more.length > 0) {
    const reason = `Failed to load hunspell dictionary for locale: ${locale}`;
    throw new ApiError('illegal_state_exception', reason);
  }
  const words = (names ?? []).filter((name) => name.endsWith('.dic')).map(read);
  const dictionary = readDictionary({ affixes: read(affixes), words });
  outside.kept?.set(folder, dictionary);
  return dictionary;
}
