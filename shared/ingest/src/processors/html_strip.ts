/** `html_strip`: removes tags from a text, like the character filter of that name. */
import { htmlStripped } from '@skein/analysis';
import { stringProcessor } from './string_processor.js';

/** Entities in a text without tags are kept. */
const stripped = (text: string): string =>
  text.includes('<') && text.includes('>') ? htmlStripped(text) : text;

export const html_strip = stringProcessor('html_strip', () => stripped);
