/** `split`: splits a text into a list at the matches of an expression. */
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
        // An invalid separator is reported when a document is processed.
        const pattern = compileJavaPattern(separator);
        const parts = splitAll(text, pattern, { regexes, preserveTrailing });
        document.set(targetField, newList(parts));
      },
    };
  },
};
