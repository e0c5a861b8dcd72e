/**
 * `runtime` in a mapping, as in Elasticsearch: fields that are not indexed. Each has a type and
 * usually a script that emits its values; without a script, the values are read from `_source`. A
 * mapping keeps definitions in the form in which it is displayed. `null` removes a field from a
 * mapping. A `composite` field has parts in `fields`, each with its own type.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { parseDateFormat } from '@skein/dates';
import { ApiError } from '@skein/errors';
import { parseScript } from '@skein/script';
import { checkedMeta } from '../field_types/parameter.js';
import { fieldTypeNamed } from '../field_types/registry.js';
import { javaClass } from './java_text.js';

/** The type of a field with parts, which is allowed beside the types of values. */
const COMPOSITE = 'composite';
const PARAMETERS: ReadonlySet<string> = new Set(['type', 'script', 'on_script_error', 'meta']);

/** The definitions by name, with scripts in full; undefined if there are none. */
export function parseRuntime(json: JsonValue | undefined): JsonObject | undefined {
  if (json === undefined || json === null) return undefined;
  if (!isJsonObject(json)) throw refused('[runtime] must be an object of runtime fields by name');
  const fields = Object.entries(json).map(([name, field]): [string, JsonObject | null] => {
    if (name.includes('*')) {
      throw refused(`runtime field name [${name}] must not contain [*]`);
    }
    return [name, field === null ? null : definition(name, field)];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

/** Later definitions override earlier ones. */
export function joinRuntime(
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): JsonObject | undefined {
  return before || after ? presentRuntime({ ...before, ...after }) : undefined;
}

/** Omits removed fields. */
export function presentRuntime(fields: JsonObject | undefined): JsonObject | undefined {
  const present = Object.entries(fields ?? {}).filter(([, field]) => field !== null);
  return present.length === 0 ? undefined : Object.fromEntries(present);
}

/** True if a field, or a part of a composite one, has the name. */
export function isRuntimeField(fields: JsonObject | undefined, name: string): boolean {
  if (fields === undefined) return false;
  if (isJsonObject(fields[name] ?? null)) return true;
  return runtimeFields(fields).some((field) => field.name === name);
}

/** Parses the runtime fields of a search request, which cannot remove any of the mapping. */
export function parseRuntimeMappings(json: JsonObject | undefined): JsonObject | undefined {
  const [absent] = Object.entries(json ?? {}).find(([, field]) => field === null) ?? [];
  if (absent === undefined) return parseRuntime(json);
  throw refused(
    `Runtime field [${absent}] was set to null but its removal is not supported in this context`,
  );
}

export interface RuntimeField {
  readonly name: string;
  readonly type: string;
  readonly json: JsonObject;
  /** For a part of a composite field: the field, and the part's name in it. */
  readonly part: { readonly of: string; readonly name: string } | undefined;
}

/** The fields that can be queried; for a composite field, its parts. */
export function runtimeFields(fields: JsonObject | undefined): readonly RuntimeField[] {
  return definitionsIn(fields).flatMap(([name, json]): RuntimeField[] => {
    if (json.type !== COMPOSITE) return [{ name, type: String(json.type), json, part: undefined }];
    return definitionsIn(json.fields).map(([part, partJson]) => ({
      name: `${name}.${part}`,
      type: String(partJson.type),
      json: partJson,
      part: { of: name, name: part },
    }));
  });
}

/** The definitions by name, without the removed ones. */
function definitionsIn(fields: JsonValue | undefined): [string, JsonObject][] {
  if (!isJsonObject(fields)) return [];
  return Object.entries(fields).flatMap(([name, json]): [string, JsonObject][] =>
    isJsonObject(json) ? [[name, json]] : [],
  );
}

function definition(name: string, json: JsonValue | undefined): JsonObject {
  if (!isJsonObject(json)) {
    throw refused(
      `Expected map for runtime field [${name}] definition but got a ${javaClass(json ?? null)}`,
    );
  }
  const type = typeOf(name, json);
  checkParameters(name, json, type === COMPOSITE ? 'fields' : 'format');
  checkOnError(name, json.on_script_error);
  const script = scriptOf(name, json.script);
  if (type !== COMPOSITE) return { ...json, ...(script ? { script } : {}) };
  if (script === undefined) {
    throw refused(`composite runtime field [${name}] must declare a [script]`);
  }
  return { ...json, script, fields: partsOf(name, json.fields) };
}

function typeOf(name: string, json: JsonObject): string {
  const { type } = json;
  if (type === undefined || type === null) {
    throw refused(`No type specified for runtime field [${name}]`);
  }
  if (typeof type === 'string' && (type === COMPOSITE || fieldTypeNamed(type)?.runtime)) {
    return type;
  }
  throw refused(
    `The mapper type [${String(type)}] declared on runtime field [${name}] does not exist. It might have been created within a future version or requires a plugin to be installed. Check the documentation.`,
  );
}

function checkParameters(name: string, json: JsonObject, also: 'fields' | 'format'): void {
  const known = (key: string): boolean =>
    PARAMETERS.has(key) || (key === also && (also === 'fields' || json.type === 'date'));
  const unknown = Object.keys(json).find((key) => !known(key));
  if (unknown !== undefined) {
    throw refused(
      `unknown parameter [${unknown}] on runtime field [${name}] of type [${String(json.type)}]`,
    );
  }
  if (json.format !== undefined) parseDateFormat(String(json.format));
  if (json.meta !== undefined) checkedMeta(json.meta, name);
}

function checkOnError(name: string, value: JsonValue | undefined): void {
  if (value === undefined || value === 'fail' || value === 'continue') return;
  throw refused(
    `Unknown value [${String(value)}] for field [on_script_error] of runtime field [${name}] - accepted values are [fail, continue]`,
  );
}

function partsOf(name: string, json: JsonValue | undefined): JsonObject {
  if (!isJsonObject(json)) {
    throw refused(`composite runtime field [${name}] must declare its [fields]`);
  }
  const parts = Object.entries(json).map(([part, given]): [string, JsonObject] => {
    const path = `${name}.${part}`;
    if (!isJsonObject(given)) {
      throw refused(
        `Expected map for runtime field [${path}] definition but got a ${javaClass(given ?? null)}`,
      );
    }
    if (typeOf(path, given) === COMPOSITE) {
      throw refused(`Composite field [${name}] cannot contain another composite field [${path}]`);
    }
    checkParameters(path, given, 'format');
    if (given.script !== undefined) {
      throw refused(
        `Cannot use [script] parameter on sub-field [${part}] of composite field [${name}]`,
      );
    }
    return [part, given];
  });
  return Object.fromEntries(parts);
}

/** Refuses stored scripts, because they may change under the field. */
function scriptOf(name: string, json: JsonValue | undefined): JsonObject | undefined {
  if (json === undefined || json === null) return undefined;
  const { type, idOrCode, lang, params } = parseScript(json);
  if (type === 'stored') {
    throw refused(`stored scripts are not supported for runtime field [${name}]`);
  }
  return { source: idOrCode, lang, ...(Object.keys(params).length === 0 ? {} : { params }) };
}

function refused(reason: string): ApiError {
  return new ApiError('mapper_parsing_exception', reason);
}
