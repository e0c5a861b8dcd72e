/** `dissect`: splits a text by the delimiters between its parts. */
import { illegalArgument } from '../faults.js';
import type { ProcessorType } from '../processor_type.js';
import { parseDissection } from '../text/dissection.js';

export const dissect: ProcessorType = {
  name: 'dissect',
  create: (config) => {
    const field = config.string('field');
    const pattern = config.string('pattern');
    const separator = config.string('append_separator', '');
    const ignoreMissing = config.boolean('ignore_missing', false);
    const dissection = parseDissection(pattern, separator);
    return {
      run: (document) => {
        const text = document.string(field, ignoreMissing);
        if (text === null) {
          if (ignoreMissing) return;
          throw illegalArgument(`field [${field}] is null, cannot process it.`);
        }
        for (const [name, value] of dissection.parse(text)) document.set(name, value);
      },
    };
  },
};
