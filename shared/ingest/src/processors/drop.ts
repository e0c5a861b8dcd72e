/** `drop`: the document is not indexed, and that is no error. */
import type { ProcessorType } from '../processor_type.js';

export const drop: ProcessorType = {
  name: 'drop',
  create: () => ({ run: () => false }),
};
