/** `dissect`: extracts fields from a text by the delimiters between them. */
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
        const text = document.textToProcess(field, ignoreMissing);
        if (text === undefined) return;
        for (const [name, value] of dissection.parse(text)) document.set(name, value);
      },
    };
  },
};
