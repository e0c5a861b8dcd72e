/** `copy`: copies the value of a field to another one that is not set. */
import { illegalArgument } from '../faults.js';
import type { ProcessorType } from '../processor_type.js';
import { template } from '../templates.js';
import { deepCopy } from '../values.js';

export const copy: ProcessorType = {
  name: 'copy',
  create: (config, { scripts }) => {
    const from = template(config.string('source_field'), 'source_field', config, scripts);
    const to = template(config.string('target_field'), 'target_field', config, scripts);
    const ignoreMissing = config.boolean('ignore_missing', false);
    const removeSource = config.boolean('remove_source', false);
    const override = config.boolean('override_target', false);
    return {
      run: (document) => {
        const source = from(document);
        if (source === '' || !document.has(source, true)) {
          if (ignoreMissing) return;
          throw illegalArgument(
            source === ''
              ? 'source field path cannot be null nor empty'
              : `source field [${source}] doesn't exist`,
          );
        }
        const target = to(document);
        if (target === '') throw illegalArgument('target field path cannot be null nor empty');
        if (source === target) {
          throw illegalArgument('source field path and target field path cannot be same');
        }
        if (!override && document.has(target, true) && document.get(target) !== null) {
          throw illegalArgument(`target field [${target}] already exists`);
        }
        document.set(target, deepCopy(document.get(source)));
        if (removeSource) document.remove(source);
      },
    };
  },
};
