/** `urldecode`: decodes `%20` and `+`, as UTF-8. */
import { urlDecoded } from '@skein/java';
import { stringProcessor } from './string_processor.js';

export const urldecode = stringProcessor('urldecode', () => urlDecoded);
