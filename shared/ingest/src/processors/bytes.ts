/** `bytes`: converts `1kb` to 1024. */
import { byteSize } from '@skein/java';
import { stringProcessor } from './string_processor.js';

export const bytes = stringProcessor('bytes', () => byteSize);
