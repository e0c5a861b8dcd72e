/** `_script`: `{"_script": {"type": "number", "script": …, "order": …, "mode": …}}`. */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import { parseScript, type ScriptReference } from '@skein/script';
import { isScalar, textOf, tokenName } from '../queries/options.js';
import type { BodyLocator } from './body_location.js';

export const SCRIPT_FIELD = '_script';

export interface ScriptSort {
  readonly script: ScriptReference;
  readonly type: 'number' | 'string';
  readonly descending: boolean;
}

const MODES: ReadonlySet<string> = new Set(['min', 'max', 'sum', 'avg', 'median']);

export function parseScriptSort(options: JsonObject, locate: BodyLocator): ScriptSort {
  const place = (at: JsonValue | undefined): string => {
    const location = locate(at);
    return location ? `[${location.line}:${location.column}] ` : '';
  };
  let script: ScriptReference | undefined;
  let type: ScriptSort['type'] | undefined;
  let descending = false;
  let mode: string | undefined;
  for (const [key, json = null] of Object.entries(options)) {
    const refuse = (reason: string, cause?: ApiError) =>
      new ApiError('x_content_parse_exception', `${place(options)}[_script] ${reason}`, { cause });
    const wrapped = <T>(read: () => T): T => {
      try {
        return read();
      } catch (error) {
        throw refuse(`failed to parse field [${key}]`, asApiError(error));
      }
    };
    if (key === 'script') {
      if (!isJsonObject(json) && typeof json !== 'string') {
        throw refuse(`script doesn't support values of type: ${tokenName(json)}`);
      }
      script = wrapped(() => parseScript(json, { place }));
    } else if (key === 'type' && isScalar(json)) type = wrapped(() => typeOf(textOf(json)));
    else if (key === 'order' && isScalar(json)) descending = wrapped(() => isDescending(json));
    else if (key === 'mode' && isScalar(json)) mode = wrapped(() => modeOf(textOf(json)));
    else if (key === 'nested' || key === 'nested_path' || key === 'nested_filter') {
      throw illegal(`sort option [${key}] is not supported yet`);
    } else throw refuse(`unknown field [${key}]`);
  }
  const missing = [script ? [] : ['script'], type ? [] : ['type']].flat();
  if (script === undefined || type === undefined) throw illegal(`Required [${missing.join(', ')}]`);
  if (type === 'string' && mode !== undefined && mode !== 'min' && mode !== 'max') {
    throw illegal(`script sort of type [string] doesn't support mode [${mode}]`);
  }
  return { script, type, descending };
}

function typeOf(text: string): ScriptSort['type'] {
  const type = text.toLowerCase();
  if (type === 'number' || type === 'string') return type;
  throw illegal(`Unknown ScriptSortType [${text}]`);
}

function isDescending(json: JsonValue): boolean {
  const order = textOf(json).toLowerCase();
  if (order === 'asc' || order === 'desc') return order === 'desc';
  throw illegal(
    `No enum constant org.opensearch.search.sort.SortOrder.${textOf(json).toUpperCase()}`,
  );
}

function modeOf(text: string): string {
  const mode = text.toLowerCase();
  if (MODES.has(mode)) return mode;
  throw illegal(`Unknown SortMode [${text}]`);
}

function illegal(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}
