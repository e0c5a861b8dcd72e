import type { TokenFilterType } from '../build/component_type.js';
import { termFilter } from './shapes.js';

/** `uppercase`, one character to one: ß stays. */
export const UPPERCASE: TokenFilterType = {
  name: 'uppercase',
  create: () =>
    termFilter('uppercase', (term) => [...term].map(upper).join(''), { charLevel: true }),
};

function upper(character: string): string {
  const raised = character.toUpperCase();
  return raised.length === character.length ? raised : character;
}
