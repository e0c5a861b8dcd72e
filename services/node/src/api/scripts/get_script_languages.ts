/**
 * `GET /_script_language`: the languages, the contexts of each, and the types the operator allows.
 */
import { scriptConfiguration } from '@skein/cluster';
import { jsonReply } from '@skein/http';
import { scriptLanguages } from '@skein/script';
import { defineEndpoint } from '../endpoint.js';

export const get_script_languages = defineEndpoint({
  id: 'get_script_languages',
  shape: 'local',
  routes: ['GET /_script_language'],
  params: {},
  body: 'none',
  privilege: 'cluster:monitor',
  parse: () => ({}),
  handle: (_request, { masterService }) => {
    const { settings } = scriptConfiguration(masterService.state());
    const { allowedTypes = ['inline', 'stored'], allowedContexts } = settings;
    const isAllowed = (name: string) => allowedContexts?.includes(name) ?? true;
    return jsonReply({
      types_allowed: [...allowedTypes].sort(),
      language_contexts: scriptLanguages().map(({ name, contexts }) => ({
        language: name,
        contexts: contexts.filter(isAllowed).sort(),
      })),
    });
  },
});
