/** `lowercase` */
import { stringProcessor } from './string_processor.js';

export const lowercase = stringProcessor('lowercase', () => (text) => text.toLowerCase());
