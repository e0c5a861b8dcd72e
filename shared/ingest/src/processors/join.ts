/** `join`: joins the values of a list to one text. */
import { textOf, type Value } from '@skein/java';
import { illegalArgument, nullPointer } from '../faults.js';
import type { ProcessorType } from '../processor_type.js';

export const join: ProcessorType = {
  name: 'join',
  create: (config) => {
    const field = config.string('field');
    const separator = config.string('separator');
    const targetField = config.string('target_field', field);
    return {
      run: (document) => {
        const list = document.list(field);
        if (list === null) throw illegalArgument(`field [${field}] is null, cannot join.`);
        document.set(targetField, list.items.map(textOrFail).join(separator));
      },
    };
  },
};

function textOrFail(value: Value): string {
  if (value !== null) return textOf(value);
  throw nullPointer();
}
