/** Templates in sources of processors: paths, and values in maps and lists. */
import { asApiError } from '@skein/errors';
import { JList, JMap, type Value } from '@skein/java';
import { type ScriptService, templateOverValues } from '@skein/script';
import type { ConfigReader } from './config_reader.js';
import { placedError } from './faults.js';
import type { IngestDocument } from './ingest_document.js';
import type { Template } from './processor_type.js';
import { newList, newMap } from './values.js';

/** `text` of the property, compiled if it has placeholders. */
export function template(
  text: string,
  property: string,
  { place }: ConfigReader,
  scripts: ScriptService,
): Template {
  if (!text.includes('{{')) return () => text;
  try {
    return compiled(text, scripts);
  } catch (error) {
    throw placedError(asApiError(error), { ...place, property });
  }
}

function compiled(text: string, scripts: ScriptService): Template {
  const render = templateOverValues(scripts, text);
  return ({ model }) => render(model);
}

/** Creates a value for each document, with its templates rendered. */
interface ValueSource {
  readonly isTemplate: boolean;
  resolve(document: IngestDocument): Value;
}

export function valueSource(value: Value, scripts: ScriptService): ValueSource {
  if (value instanceof JMap) return mapSource(value, scripts);
  if (value instanceof JList) {
    const items = value.items.map((one) => valueSource(one, scripts));
    return {
      isTemplate: false,
      resolve: (document) => newList(items.map((one) => one.resolve(document))),
    };
  }
  if (typeof value !== 'string' || !value.includes('{{')) {
    return { isTemplate: false, resolve: () => value };
  }
  return { isTemplate: true, resolve: compiled(value, scripts) };
}

function mapSource(map: JMap, scripts: ScriptService): ValueSource {
  const entries = map
    .keys()
    .map((key) => [valueSource(key, scripts), valueSource(map.get(key), scripts)] as const);
  return {
    isTemplate: false,
    resolve: (document) =>
      newMap(
        entries.map(([key, value]) => [String(key.resolve(document)), value.resolve(document)]),
      ),
  };
}
