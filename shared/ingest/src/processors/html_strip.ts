/** `html_strip`: a text without its tags, as the character filter of that name leaves it. */
import { htmlStripped } from '@skein/analysis';
import { stringProcessor } from './string_processor.js';

export const html_strip = stringProcessor('html_strip', () => htmlStripped);
