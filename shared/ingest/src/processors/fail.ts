/** `fail`: the document fails with a message. */
import { ApiError } from '@skein/errors';
import type { ProcessorType } from '../processor_type.js';
import { template } from '../templates.js';

export const fail: ProcessorType = {
  name: 'fail',
  create: (config, { scripts }) => {
    const message = template(config.string('message'), 'message', config, scripts);
    return {
      run: (document) => {
        throw new ApiError('fail_processor_exception', message(document));
      },
    };
  },
};
