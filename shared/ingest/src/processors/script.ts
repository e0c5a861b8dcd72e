/** `script`: modifies `ctx` by a script; if it fails, the document is unchanged. */
import type { JsonObject } from '@skein/content';
import { fromJson, type Json, toJson } from '@skein/java';
import { type CompiledScript, parseScript, scriptContext } from '@skein/script';
import type { ProcessorType } from '../processor_type.js';
import { checkNoSelfReference, copyMap, MAP } from '../values.js';

const INGEST = scriptContext('ingest');

export const script: ProcessorType = {
  name: 'script',
  create: (config, { scripts }) => {
    const reference = parseScript(toJson(config.takeAll()) as JsonObject);
    const params = fromJson(reference.params as Json, MAP);
    const compile = () => scripts.compile(reference, INGEST).script as CompiledScript;
    const compiled = compile();
    // A stored script is resolved anew for each document.
    const current = reference.type === 'inline' ? () => compiled : compile;
    return {
      run: ({ source }) => {
        const before = copyMap(source);
        try {
          current().run(params, source);
          checkNoSelfReference(source, 'ingest script');
        } catch (error) {
          source.clear();
          for (const key of before.keys()) source.put(key, before.get(key));
          throw error;
        }
      },
    };
  },
};
