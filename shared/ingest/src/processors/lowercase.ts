/** `lowercase`: converts a text to lower case. */
import { stringProcessor } from './string_processor.js';

export const lowercase = stringProcessor('lowercase', () => (text) => text.toLowerCase());
