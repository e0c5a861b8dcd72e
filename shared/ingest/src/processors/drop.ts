/** `drop`: the document is not indexed, without an error. */
import type { ProcessorType } from '../processor_type.js';

export const drop: ProcessorType = {
  name: 'drop',
  create: () => ({ run: () => false }),
};
