import type { TokenFilterType } from '../build/component_type.js';
import { termFilter } from './shapes.js';

/** `uppercase`: maps one character to one, so ß stays. */
export const UPPERCASE: TokenFilterType = {
  name: 'uppercase',
  create: () =>
    termFilter('uppercase', (term) => [...term].map(upper).join(''), { charLevel: true }),
};

function upper(character: string): string {
  const raised = character.toUpperCase();
  if (raised.length === character.length) return raised;
  return WITH_IOTA.get(character) ?? character;
}

/**
 * Greek vowels with an iota below: Java has one capital for each, JavaScript's `toUpperCase` makes
 * two characters.
 */
const WITH_IOTA: ReadonlyMap<string, string> = new Map(
  [...'ᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞᾟᾨᾩᾪᾫᾬᾭᾮᾯᾼῌῼ'].map((capital) => [capital.toLowerCase(), capital]),
);
