import { ApiError } from '@skein/errors';
import { jsonReply, stringParam } from '@skein/http';
import { contextClasses, describeContext, scriptContexts } from '@skein/script';
import { defineEndpoint } from '../endpoint.js';

export const scripts_painless_context = defineEndpoint({
  id: 'scripts_painless_context',
  shape: 'local',
  routes: ['GET /_scripts/painless/_context'],
  params: { context: stringParam },
  body: 'none',
  privilege: 'cluster:monitor',
  parse: ({ params }) => ({ name: params.context }),
  handle: ({ name }) => {
    const contexts = scriptContexts();
    if (name === undefined) {
      return jsonReply({ contexts: contexts.map((one) => one.name).sort() });
    }
    const found = contexts.find((one) => one.name === name);
    if (found !== undefined) {
      const description = describeContext(found, contextClasses(found.name));
      return jsonReply({ ...description });
    }
    const words = `script context [${name}] not found`;
    throw new ApiError('illegal_argument_exception', words);
  },
});
