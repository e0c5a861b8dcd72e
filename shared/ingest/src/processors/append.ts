/** `append`: appends values to a list, which is created from an existing value. */
import type { ProcessorType } from '../processor_type.js';
import { template, valueSource } from '../templates.js';

export const append: ProcessorType = {
  name: 'append',
  create: (config, { scripts }) => {
    const field = template(config.string('field'), 'field', config, scripts);
    const value = valueSource(config.required('value'), scripts);
    const allowDuplicates = config.boolean('allow_duplicates', true);
    return {
      run: (document) => {
        const path = field(document);
        document.append(path, value.resolve(document), allowDuplicates);
      },
    };
  },
};
