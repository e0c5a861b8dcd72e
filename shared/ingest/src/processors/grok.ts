/** `grok`: extracts fields from a text by patterns composed from a dictionary. */
import { asApiError } from '@skein/errors';
import { type JMap, textOf, type Value } from '@skein/java';
import type { ConfigReader } from '../config_reader.js';
import { illegalArgument, notOfClass, nullPointer } from '../faults.js';
import { dictionary, type EcsCompatibility, isEcsCompatibility } from '../grok/dictionary.js';
import { compileGrok, type Grok } from '../grok/grok.js';
import type { ProcessorType } from '../processor_type.js';

/** The field that receives the index of the matching pattern. */
const MATCH_INDEX = '_ingest._grok_match_index';

export const grok: ProcessorType = {
  name: 'grok',
  create: (config, { regexes }) => {
    const field = config.string('field');
    const list = config.list('patterns');
    const traceMatch = config.boolean('trace_match', false);
    const ignoreMissing = config.boolean('ignore_missing', false);
    const compatibility = ecsCompatibility(config);
    if (list.length === 0) {
      throw config.fault('patterns', 'List of patterns must not be empty');
    }
    const own = config.optionalMap('pattern_definitions');
    const compiled = compile({ list, own }, { config, compatibility });
    return {
      run: (document) => {
        const text = document.textToProcess(field, ignoreMissing);
        if (text === undefined) return;
        const found = compiled.match(text, regexes);
        if (found === undefined) {
          throw illegalArgument(`Provided Grok expressions do not match field value: [${text}]`);
        }
        for (const [name, value] of found.values) document.set(name, value);
        if (traceMatch) document.set(MATCH_INDEX, String(found.pattern));
      },
    };
  },
};

function ecsCompatibility(config: ConfigReader): EcsCompatibility {
  const name = config.string('ecs_compatibility', 'disabled');
  if (isEcsCompatibility(name)) return name;
  throw config.fault('ecs_compatibility', `unsupported mode '${name}'`);
}

function ownPatterns(map: JMap | undefined): ReadonlyMap<string, string> {
  return new Map(
    map?.keys().map((key): [string, string] => [textOf(key), patternOf(map.get(key) ?? null)]) ??
      [],
  );
}

function patternOf(value: Value): string {
  if (typeof value === 'string') return value;
  throw value === null ? nullPointer() : notOfClass(value, 'java.lang.String');
}

interface Given {
  readonly list: readonly Value[];
  readonly own: JMap | undefined;
}

interface Compilation {
  readonly config: ConfigReader;
  readonly compatibility: EcsCompatibility;
}

function compile({ list, own }: Given, { config, compatibility }: Compilation): Grok {
  try {
    const definitions = ownPatterns(own);
    return compileGrok(list.map(patternOf), dictionary(compatibility), definitions);
  } catch (error) {
    throw config.fault(
      'patterns',
      `Invalid regex pattern found in: [${list.map(textOf).join(', ')}]. ${asApiError(error).message.replace(/^\w*Error: /, '')}`,
    );
  }
}
