/** `derived` of a mapping: fields no document has, each with a type and the script that emits its values. Kept as they are shown. */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseScript } from '@skein/script';

const TYPES: ReadonlySet<string> = new Set([
  ...['boolean', 'date', 'double', 'float', 'geo_point', 'ip', 'keyword', 'long', 'text'],
]);
const PARAMETERS: ReadonlySet<string> = new Set([
  ...['type', 'script', 'format', 'ignore_malformed', 'prefilter_field'],
]);

/** By name, scripts written out; undefined: there are none. Also reads the `derived` of a search. */
export function parseDerived(json: JsonValue | undefined): JsonObject | undefined {
  if (json === undefined || json === null) return undefined;
  if (!isJsonObject(json)) throw refused('[derived] config must be an object');
  const fields = Object.entries(json).map(([name, field]) => [name, definition(name, field)]);
  return fields.length === 0 ? undefined : (Object.fromEntries(fields) as JsonObject);
}

function definition(name: string, json: JsonValue | undefined): JsonObject {
  if (!isJsonObject(json)) {
    throw refused(
      `Expected map for property [fields] on field [${name}] but got a class java.lang.String`,
    );
  }
  const type = typeof json.type === 'string' ? json.type : '';
  if (type === 'object') {
    throw illegal(`derived field [${name}] of type [object] is not supported yet`);
  }
  if (!TYPES.has(type)) throw illegal(`Type [${type}] isn't supported in Derived field context.`);
  const unknown = Object.keys(json).find((key) => !PARAMETERS.has(key));
  if (unknown !== undefined) {
    throw refused(`unknown parameter [${unknown}] on mapper [${name}] of type [${type}]`);
  }
  return { ...json, script: scriptOf(name, json.script) };
}

function scriptOf(name: string, json: JsonValue | undefined): JsonObject {
  if (json === undefined || json === null) {
    throw refused(`derived field [${name}] has no script`);
  }
  const { type, idOrCode, lang, params } = parseScript(json);
  const given = Object.keys(params).length === 0 ? {} : { params };
  return type === 'stored' ? { id: idOrCode, ...given } : { source: idOrCode, lang, ...given };
}

function refused(reason: string): ApiError {
  return new ApiError('mapper_parsing_exception', reason);
}

function illegal(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}
