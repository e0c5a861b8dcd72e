/** `GET /_script_context`: the contexts of scripts, with their parameters and return types. */
import type { JsonObject } from '@skein/content';
import { jsonReply } from '@skein/http';
import { type ScriptContext, scriptContexts } from '@skein/script';
import { defineEndpoint } from '../endpoint.js';

export const get_script_context = defineEndpoint({
  id: 'get_script_context',
  shape: 'local',
  routes: ['GET /_script_context'],
  params: {},
  body: 'none',
  privilege: 'cluster:monitor',
  parse: () => ({}),
  handle: () => {
    const contexts = [...scriptContexts()].sort((a, b) => (a.name < b.name ? -1 : 1));
    return jsonReply({ contexts: contexts.map(render) });
  },
});

function render({ name, variables, takes = [], returns }: ScriptContext): JsonObject {
  const params = variables
    .filter((one) => takes.includes(one.name))
    .map((one) => ({ type: one.type, name: one.name }));
  const getters = variables
    .filter((one) => !takes.includes(one.name))
    .map((one) => ({ name: getterOf(one.name), return_type: shown(one.type), params: [] }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return { name, methods: [{ name: 'execute', return_type: returns, params }, ...getters] };
}

function getterOf(variable: string): string {
  if (variable.startsWith('_')) return `get${variable}`;
  return `get${variable.charAt(0).toUpperCase()}${variable.slice(1)}`;
}

const shown = (type: string): string => (type === 'def' ? 'java.lang.Object' : type);
