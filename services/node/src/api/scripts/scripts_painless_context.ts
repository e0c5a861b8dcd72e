/** `GET /_scripts/painless/_context`: what a Painless script may see, as a list of contexts or the classes of one. */
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { jsonReply, stringParam } from '@skein/http';
import { CLASSES, type ScriptContext, scriptContexts } from '@skein/script';
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
    if (found !== undefined) return jsonReply(render(found));
    const words = `script context [${name}] not found`;
    throw new ApiError('illegal_argument_exception', words);
  },
});

type JavaClass = ReturnType<typeof CLASSES.all> extends Iterable<infer One> ? One : never;
type Method = ScriptContext['functions'] extends readonly (infer One)[] | undefined ? One : never;

function render({ name, functions = [] }: ScriptContext): JsonObject {
  const classes = [...CLASSES.all()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    name,
    classes: classes.map(renderClass),
    imported_methods: functions.map(renderMethod),
    class_bindings: [],
    instance_bindings: [],
  };
}

function renderClass(one: JavaClass): JsonObject {
  const own = [...one.methods.values()].filter(({ owner }) => owner === one.name);
  return {
    name: one.name,
    imported: one.table.imported !== false,
    constructors: [...one.constructors.values()].map(({ parameters }) => ({
      declaring: one.name,
      parameters,
    })),
    static_methods: [...one.statics.values()].map(renderMethod),
    methods: own.map(renderMethod),
    static_fields: [...one.constants].map(([field, { type }]) => ({
      declaring: one.name,
      name: field,
      type,
    })),
    fields: [...one.fields.values()].map((field) => ({
      declaring: one.name,
      name: field.name,
      type: field.returns,
    })),
  };
}

function renderMethod({ owner, name, returns, parameters }: Method): JsonObject {
  return { declaring: owner, name, return: returns, parameters };
}
