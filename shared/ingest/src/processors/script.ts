/** `script`: what a script makes of `ctx`. */
import type { JsonObject } from '@skein/content';
import {
  type CompiledScript,
  fromJson,
  type Json,
  parseScript,
  scriptContext,
  toJson,
} from '@skein/script';
import type { ProcessorType } from '../processor_type.js';
import { checkNoSelfReference, MAP } from '../values.js';

const INGEST = scriptContext('ingest');

export const script: ProcessorType = {
  name: 'script',
  create: (config, { scripts }) => {
    const reference = parseScript(toJson(config.takeAll()) as JsonObject);
    const params = fromJson(reference.params as Json, MAP);
    const compile = () => scripts.compile(reference, INGEST).script as CompiledScript;
    const compiled = compile();
    // A stored script is the one that is stored when the document comes by.
    const current = reference.type === 'inline' ? () => compiled : compile;
    return {
      run: ({ source }) => {
        current().run(params, source);
        checkNoSelfReference(source, 'ingest script');
      },
    };
  },
};
