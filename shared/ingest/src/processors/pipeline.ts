/** `pipeline`: runs another pipeline. */
import { illegalState } from '../faults.js';
import type { ProcessorType } from '../processor_type.js';
import { template } from '../templates.js';

export const pipeline: ProcessorType = {
  name: 'pipeline',
  create: (config, context) => {
    const text = config.string('name');
    const name = template(text, 'name', config, context.scripts);
    const ignoreMissing = config.boolean('ignore_missing_pipeline', false);
    return {
      calls: name,
      ignoresMissing: ignoreMissing,
      ...(text.includes('{{') ? {} : { alwaysCalls: text }),
      run: (document) => {
        const id = name(document);
        const called = context.pipeline(id);
        if (called !== undefined) return context.runPipeline(called, document);
        if (ignoreMissing) return true;
        throw missingPipeline(id);
      },
    };
  },
};

function missingPipeline(id: string) {
  return illegalState(`Pipeline processor configured for non-existent pipeline [${id}]`);
}
