/**
 * `derived` in a mapping: fields without values in documents, each with a type and a script that
 * emits its values. Stored in display form. A field of type `object` emits JSON; `properties` gives
 * types of its content, and other types are detected from the documents.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import { parseScript } from '@skein/script';
import { mappingBoolean } from '../field_types/parameter.js';
import { fieldTypeNamed } from '../field_types/registry.js';
import { javaClass, javaText } from './java_text.js';

const PARAMETERS: ReadonlySet<string> = new Set([
  ...['type', 'script', 'properties', 'format', 'ignore_malformed', 'prefilter_field'],
]);

/**
 * By name, with scripts expanded; undefined if there are none. Also parses the `derived` of a
 * search.
 */
export function parseDerived(json: JsonValue | undefined): JsonObject | undefined {
  if (json === undefined || json === null) return undefined;
  if (!isJsonObject(json)) throw new ApiError('parse_exception', 'derived must be a map type');
  const fields = Object.entries(json).map(([name, field]): [string, JsonObject] => [
    name,
    definition(name, field),
  ]);
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

/** Checks the type of a derived field or a part of one. */
export function checkDerivedType(type: string): void {
  if (type === 'object' || fieldTypeNamed(type)?.derivable) return;
  throw illegalArgument(`Type [${type}] isn't supported in Derived field context.`);
}

function definition(name: string, json: JsonValue | undefined): JsonObject {
  if (!isJsonObject(json)) {
    throw refused(
      `Expected map for property [derived_fields] on field [${name}] but got a class java.lang.String`,
    );
  }
  checkDerivedType(typeof json.type === 'string' ? json.type : '');
  const unknown = Object.keys(json).find((key) => !PARAMETERS.has(key));
  if (unknown !== undefined) {
    throw refused(`unknown parameter [${unknown}] on mapper [${name}] of type [${json.type}]`);
  }
  checkProperties(name, json.properties);
  if (json.ignore_malformed !== undefined) mappingBoolean(json.ignore_malformed);
  return { ...json, script: scriptOf(name, json.script) };
}

/** Types by path. They are resolved only when a field is used. */
function checkProperties(name: string, json: JsonValue | undefined): void {
  if (json === undefined) return;
  if (!isJsonObject(json)) {
    throw refused(`[properties] must be an object, got ${shown(json)} for field [${name}]`);
  }
  const wrong = Object.values(json).find((type) => typeof type !== 'string');
  if (wrong !== undefined) {
    throw refused(
      `[properties] values can only be strings, but got ${shown(wrong)} for field [${name}]`,
    );
  }
}

function shown(value: JsonValue): string {
  return `${javaClass(value)}[${javaText(value)}]`;
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
