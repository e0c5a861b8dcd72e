import { mapFromJson, toJson } from '@skein/java';
import { parseScript, scriptContext } from '@skein/script';
import type { ProcessorType } from '../processor_type.js';
import { checkNoSelfReference, copyMap } from '../values.js';

const INGEST = scriptContext('ingest');

export const script: ProcessorType = {
  name: 'script',
  create: (config, { scripts }) => {
    const reference = parseScript(toJson(config.takeAll()));
    const params = mapFromJson(reference.params);
    const compile = () => scripts.painless(reference, INGEST);
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
