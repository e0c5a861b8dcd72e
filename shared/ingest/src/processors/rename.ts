/** `rename`: renames a field. */
import { illegalArgument } from '../faults.js';
import type { ProcessorType } from '../processor_type.js';
import { template } from '../templates.js';

export const rename: ProcessorType = {
  name: 'rename',
  create: (config, { scripts }) => {
    const field = template(config.string('field'), 'field', config, scripts);
    const to = template(config.string('target_field'), 'target_field', config, scripts);
    const ignoreMissing = config.boolean('ignore_missing', false);
    // Elasticsearch's name of the option is `override`.
    const override = config.boolean('override', config.boolean('override_target', false));
    return {
      run: (document) => {
        const path = field(document);
        if (path === '' || !document.has(path, true)) {
          if (ignoreMissing) return;
          throw illegalArgument(
            path === '' ? 'field path cannot be null nor empty' : `field [${path}] doesn't exist`,
          );
        }
        const target = to(document);
        if (!override && document.has(target, true)) {
          throw illegalArgument(`field [${target}] already exists`);
        }
        const value = document.get(path);
        document.remove(path);
        try {
          document.set(target, value);
        } catch (error) {
          document.set(path, value);
          throw error;
        }
      },
    };
  },
};
