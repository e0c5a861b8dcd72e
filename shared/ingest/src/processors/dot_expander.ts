/** `dot_expander`: expands a field with dots in its name to nested objects. */
import { JMap, type Value } from '@skein/java';
import type { ConfigReader } from '../config_reader.js';
import { illegalArgument } from '../faults.js';
import type { IngestDocument } from '../ingest_document.js';
import type { ProcessorType } from '../processor_type.js';

export const dot_expander: ProcessorType = {
  name: 'dot_expander',
  create: (config) => {
    const field = config.string('field');
    checkField(field, config);
    const under = config.optionalString('path');
    const path = under === undefined ? field : `${under}.${field}`;
    return {
      run: (document) => {
        const map = under === undefined ? document.source : document.map(under);
        if (map?.has(field)) expand(document, map, { field, path });
      },
    };
  },
};

function checkField(field: string, config: ConfigReader): void {
  if (!field.includes('.')) throw config.fault('field', 'field does not contain a dot');
  if (field.startsWith('.') || field.endsWith('.')) {
    throw config.fault('field', "Field can't start or end with a dot");
  }
  if (field.includes('..')) throw config.fault('field', 'No space between dots');
}

interface Expansion {
  readonly field: string;
  readonly path: string;
}

function expand(document: IngestDocument, map: JMap, { field, path }: Expansion): void {
  if (document.has(path)) {
    document.append(path, removed(map, field));
    return;
  }
  for (let at = path.indexOf('.'); at >= 0; at = path.indexOf('.', at + 1)) {
    const partial = path.slice(0, at);
    if (!document.has(partial)) break;
    if (document.get(partial) instanceof JMap) continue;
    throw illegalArgument(
      `cannot expend [${path}], because [${partial}] is not an object field, but a value field`,
    );
  }
  document.set(path, removed(map, field));
}

function removed(map: JMap, field: string): Value {
  return map.remove(field);
}
