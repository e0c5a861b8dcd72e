/** `uppercase` */
import { stringProcessor } from './string_processor.js';

export const uppercase = stringProcessor('uppercase', () => (text) => text.toUpperCase());
