/** `split`: a text to a list, by what an expression finds between. */
import { illegalArgument } from '../faults.js';
import type { ProcessorType } from '../processor_type.js';
import { compileJavaPattern } from '../text/java_pattern.js';
import { splitAll } from '../text/java_split.js';
import { newList } from '../values.js';

export const split: ProcessorType = {
  name: 'split',
  create: (config, { regexes }) => {
    const field = config.string('field');
    const ignoreMissing = config.boolean('ignore_missing', false);
    const targetField = config.string('target_field', field);
    const separator = config.string('separator');
    const preserveTrailing = config.boolean('preserve_trailing', false);
    return {
      run: (document) => {
        const text = document.string(field, ignoreMissing);
        if (text === null) {
          if (ignoreMissing) return;
          throw illegalArgument(`field [${field}] is null, cannot split.`);
        }
        // A separator that is none is told of when a document comes by.
        const pattern = compileJavaPattern(separator);
        const parts = splitAll(text, pattern, { regexes, preserveTrailing });
        document.set(targetField, newList(parts));
      },
    };
  },
};
