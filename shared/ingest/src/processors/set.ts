/** `set`: sets a field, unless it exists and should be kept. */
import type { Value } from '@skein/java';
import type { ScriptService } from '@skein/script';
import type { ConfigReader } from '../config_reader.js';
import type { IngestDocument } from '../ingest_document.js';
import type { ProcessorType } from '../processor_type.js';
import { template, valueSource } from '../templates.js';
import { deepCopy } from '../values.js';

export const set: ProcessorType = {
  name: 'set',
  create: (config, { scripts }) => {
    const field = template(config.string('field'), 'field', config, scripts);
    const source = sourceOf(config, scripts);
    const override = config.boolean('override', true);
    const ignoreEmpty = config.boolean('ignore_empty_value', false);
    return {
      run: (document) => {
        const path = field(document);
        if (!override && document.has(path) && document.get(path) !== null) return;
        const resolved = source.resolve(document);
        if (ignoreEmpty && source.isEmpty(resolved)) return;
        document.set(path, resolved);
      },
    };
  },
};

interface Source {
  readonly resolve: (document: IngestDocument) => Value;
  /** True if the result counts as empty, in case empty values are ignored. */
  readonly isEmpty: (resolved: Value) => boolean;
}

/** `value`, or Elasticsearch's `copy_from`: the value of another field. */
function sourceOf(config: ConfigReader, scripts: ScriptService): Source {
  if (!config.has('copy_from')) {
    const value = valueSource(config.required('value'), scripts);
    return {
      resolve: (document) => value.resolve(document),
      isEmpty: (resolved) => value.isTemplate && resolved === '',
    };
  }
  if (config.has('value')) {
    throw config.fault(
      'copy_from',
      'cannot set both `copy_from` and `value` in the same processor',
    );
  }
  const from = config.string('copy_from');
  return {
    resolve: (document) => deepCopy(document.get(from)),
    isEmpty: (resolved) => resolved === '' || resolved === null,
  };
}
