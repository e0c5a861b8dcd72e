/** `uppercase`: converts a text to upper case. */
import { stringProcessor } from './string_processor.js';

export const uppercase = stringProcessor('uppercase', () => (text) => text.toUpperCase());
