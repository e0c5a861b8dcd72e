/** `set`: a value put under a field, unless one is there that is to stay. */
import type { ProcessorType } from '../processor_type.js';
import { template, valueSource } from '../templates.js';

export const set: ProcessorType = {
  name: 'set',
  create: (config, { scripts }) => {
    const field = template(config.string('field'), 'field', config, scripts);
    const value = valueSource(config.required('value'), scripts);
    const override = config.boolean('override', true);
    const ignoreEmpty = config.boolean('ignore_empty_value', false);
    return {
      run: (document) => {
        const path = field(document);
        if (!override && document.has(path) && document.get(path) !== null) return;
        const resolved = value.resolve(document);
        if (ignoreEmpty && value.isTemplate && resolved === '') return;
        document.set(path, resolved);
      },
    };
  },
};
