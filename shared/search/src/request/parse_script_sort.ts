/** `_script`: `{"_script": {"type": "number", "script": …, "order": …, "mode": …, "nested": …}}` */

import type { JsonObject, JsonValue } from '@skein/content';
import { illegalArgument } from '@skein/errors';
import { parseScript, type ScriptReference } from '@skein/script';
import { textOf } from '../queries/options.js';
import { type FieldReaders, into, readFields, readingField } from './object_fields.js';
import { NestedOptions } from './parse_nested_sort.js';
import type { ScriptSort, ScriptSortMode } from './search_request.js';
import type { SortReading } from './sort_reading.js';

export const SCRIPT_FIELD = '_script';

const MODES: readonly ScriptSortMode[] = ['min', 'max', 'sum', 'avg', 'median'];

interface Draft {
  script: ScriptReference | undefined;
  type: ScriptSort['type'] | undefined;
  descending: boolean;
  mode: ScriptSortMode | undefined;
}

export function parseScriptSort(options: JsonObject, reading: SortReading): ScriptSort {
  const { locate } = reading;
  const nested = new NestedOptions(reading);
  const place = (at: JsonValue | undefined): string => {
    const location = locate(at);
    return location ? `[${location.line}:${location.column}] ` : '';
  };
  const draft: Draft = {
    script: undefined,
    type: undefined,
    descending: false,
    mode: undefined,
  };
  const readers: FieldReaders = {
    script: into(draft, 'script', 'object_or_string', (json) => parseScript(json, { place })),
    type: into(draft, 'type', 'string', (json) => typeOf(textOf(json))),
    order: into(draft, 'descending', 'string', isDescending),
    mode: into(draft, 'mode', 'string', (json) => modeOf(textOf(json))),
    nested_path: ['string', nested.path],
    nested_filter: ['object', nested.filter],
    nested: ['object', nested.nested],
  };
  readFields(options, readers, { name: SCRIPT_FIELD, locate });
  const { script, type, descending, mode } = draft;
  const missing = [script ? [] : ['script'], type ? [] : ['type']].flat();
  if (script === undefined || type === undefined)
    throw illegalArgument(`Required [${missing.join(', ')}]`);
  if (type === 'string' && mode !== undefined && mode !== 'min' && mode !== 'max') {
    const refused = illegalArgument(`script sort of type [string] doesn't support mode [${mode}]`);
    readingField({ name: SCRIPT_FIELD, field: 'mode', locate, inside: options }, () => {
      throw refused;
    });
  }
  const byOrder = descending ? 'max' : 'min';
  return { script, type, descending, mode: mode ?? byOrder, nested: nested.sort };
}

function typeOf(text: string): ScriptSort['type'] {
  const type = text.toLowerCase();
  if (type === 'number' || type === 'string') return type;
  throw illegalArgument(`Unknown ScriptSortType [${text}]`);
}

function isDescending(json: JsonValue): boolean {
  const order = textOf(json).toLowerCase();
  if (order === 'asc' || order === 'desc') return order === 'desc';
  throw illegalArgument(
    `No enum constant org.opensearch.search.sort.SortOrder.${textOf(json).toUpperCase()}`,
  );
}

function modeOf(text: string): ScriptSortMode {
  const mode = MODES.find((each) => each === text.toLowerCase());
  if (mode !== undefined) return mode;
  throw illegalArgument(`Unknown SortMode [${text}]`);
}
