/** Flags of words and affixes in the three forms of a dictionary; here each flag is one string. */
export type FlagForm = 'short' | 'long' | 'num';

export function flagsOf(text: string, form: FlagForm): readonly string[] {
  if (text === '') return NO_FLAGS;
  if (form === 'num') return text.split(',').filter((flag) => flag !== '');
  if (form === 'long') return text.match(/.{2}/gsu) ?? NO_FLAGS;
  return [...text];
}

export const NO_FLAGS: readonly string[] = [];
