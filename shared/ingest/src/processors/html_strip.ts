/** `html_strip`: a text without its tags, as the character filter of that name leaves it. */
import { htmlStripped } from '@skein/analysis';
import { stringProcessor } from './string_processor.js';

/** Entities of a text without tags stay. */
const stripped = (text: string): string =>
  text.includes('<') && text.includes('>') ? htmlStripped(text) : text;

export const html_strip = stringProcessor('html_strip', () => stripped);
