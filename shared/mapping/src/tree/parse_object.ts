/**
 * Parses objects of a mapping: `properties`, `dynamic`, `enabled`, nested options. Dots in a
 * property's name create intermediate objects.
 */

import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import type { FieldTypeContext } from '../field_types/field_type.js';
import { mappingBoolean } from '../field_types/parameter.js';
import { fieldTypeNamed } from '../field_types/registry.js';
import { isMetadataField } from '../metadata_fields.js';
import { javaText, listedEntries } from './java_text.js';
import type { Dynamic, MappingNode, NestedOptions, ObjectNode } from './mapping_tree.js';
import { childPath } from './mapping_tree.js';
import { mergeSiblings } from './merge_siblings.js';
import { inNameOrder } from './name_order.js';
import { parseAlias, parseField } from './parse_field.js';

const OBJECT_KEYS = new Set(['type', 'properties', 'dynamic', 'enabled', 'subobjects']);
/** The members of a nested object; those of other objects are among them. */
export const NESTED_KEYS: ReadonlySet<string> = new Set([
  ...OBJECT_KEYS,
  'include_in_parent',
  'include_in_root',
]);

export function* parsingObject(
  path: string,
  json: JsonObject,
  context: FieldTypeContext,
): Generator<void, ObjectNode> {
  const isNested = json.type === 'nested';
  const known = isNested ? NESTED_KEYS : OBJECT_KEYS;
  const unknown = Object.entries(json).filter(([key]) => !known.has(key));
  const leaf = path.slice(path.lastIndexOf('.') + 1);
  if (unknown.length > 0) {
    const listed = listedEntries(unknown.map(([key, value]) => [key, value ?? null]));
    throw failure(`Mapping definition for [${leaf}] has unsupported parameters: ${listed}`);
  }
  const flat = parseFlat(json.subobjects);
  return {
    kind: 'object',
    path,
    leaf,
    flat,
    nested: isNested ? nestedOptions(json, leaf) : undefined,
    enabled: booleanMember(json, 'enabled', { fallback: true, inside: 'enabled' }),
    dynamic: parseDynamic(json.dynamic),
    children: yield* parsingProperties({ path, flat }, json.properties, context),
  };
}

function nestedOptions(json: JsonObject, leaf: string): NestedOptions {
  const reading = { fallback: false, inside: leaf };
  return {
    includeInParent: booleanMember(json, 'include_in_parent', reading),
    includeInRoot: booleanMember(json, 'include_in_root', reading),
  };
}

/** `inside`: the name that errors have before the member's. */
function booleanMember(
  json: JsonObject,
  key: string,
  { fallback, inside }: { readonly fallback: boolean; readonly inside: string },
): boolean {
  const value = json[key];
  if (value === undefined || value === null) return fallback;
  try {
    return mappingBoolean(value);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw noBoolean(`${inside}.${key}`, error);
  }
}

function noBoolean(name: string, cause: ApiError): ApiError {
  const reason = `Could not convert [${name}] to boolean`;
  return new ApiError('illegal_argument_exception', reason, { cause });
}

/** `subobjects`; undefined if not given. */
export function parseFlat(value: JsonValue | undefined): boolean | undefined {
  return value === undefined || value === null ? undefined : !mappingBoolean(value);
}

const DYNAMIC_WORDS: readonly Dynamic[] = [
  'strict',
  'strict_allow_templates',
  'false_allow_templates',
  'runtime',
];

export function parseDynamic(value: JsonValue | undefined): Dynamic | undefined {
  if (value === undefined || value === null) return undefined;
  const word = DYNAMIC_WORDS.find((each) => each === String(value).toLowerCase());
  if (word) return word;
  if (value === true || value === 'true') return 'true';
  if (value === false || value === 'false') return 'false';
  const cause = `Failed to parse value [${String(value)}] as only [true] or [false] are allowed.`;
  throw noBoolean('dynamic.dynamic', illegalArgument(cause));
}

/** Children in name order. Yields after each, because mappings may be long. */
export function* parsingProperties(
  { path: parent, flat = false }: Pick<ObjectNode, 'path' | 'flat'>,
  properties: JsonValue | undefined,
  context: FieldTypeContext,
): Generator<void, Map<string, MappingNode>> {
  const children = new Map<string, MappingNode>();
  if (properties === undefined || (isJsonArray(properties) && properties.length === 0))
    return children;
  if (!isJsonObject(properties)) {
    throw new ApiError('parse_exception', 'properties must be a map type');
  }
  for (const name of Object.keys(properties).sort()) {
    const json = properties[name] ?? null;
    if (isJsonArray(json) && json.length === 0) continue;
    if (!isJsonObject(json)) {
      // OpenSearch says the class of the name instead of the value's.
      throw failure(
        `Expected map for property [fields] on field [${name}] but got a class java.lang.String`,
      );
    }
    const node = yield* (flat ? parsingFlat : parsingProperty)(parent, name, json, context);
    const before = children.get(node.leaf);
    children.set(node.leaf, before ? mergeSiblings(before, node) : node);
    yield;
  }
  // Definitions are validated before names are compared.
  const twice = parent === '' ? Object.keys(properties).find(isMetadataField) : undefined;
  if (twice !== undefined) throw failure(`Field [${twice}] is defined more than once`);
  return inNameOrder(children);
}

function* parsingProperty(
  parent: string,
  name: string,
  json: JsonObject,
  context: FieldTypeContext,
): Generator<void, MappingNode> {
  const parts = splitName(name);
  const paths: string[] = [];
  for (const part of parts) paths.push(childPath(paths[paths.length - 1] ?? parent, part));
  let node = yield* parsingNode(paths[paths.length - 1] ?? parent, name, json, context);
  for (let i = paths.length - 2; i >= 0; i--) {
    node = {
      kind: 'object',
      path: paths[i] ?? '',
      leaf: parts[i] ?? '',
      nested: undefined,
      enabled: true,
      dynamic: undefined,
      children: new Map([[node.leaf, node]]),
    };
  }
  return node;
}

/** The name with its dots is that of a field. */
function* parsingFlat(
  parent: string,
  name: string,
  json: JsonObject,
  context: FieldTypeContext,
): Generator<void, MappingNode> {
  splitName(name);
  const node = yield* parsingNode(childPath(parent, name), name, json, context);
  if (node.kind === 'object') throw noSubobject(node, parent);
  return { ...node, leaf: name };
}

export function noSubobject(
  { path, nested }: Pick<ObjectNode, 'path' | 'nested'>,
  parent: string,
): ApiError {
  const what = nested === undefined ? 'subobject' : 'nested object';
  const inside = parent === '' ? '_doc' : parent;
  const leaf = parent === '' ? path : path.slice(parent.length + 1);
  return failure(
    `Tried to add ${what} [${leaf}] to object [${inside}] which does not support subobjects`,
  );
}

function splitName(name: string): string[] {
  const parts = name.replace(/\.+$/, '').split('.');
  if (name !== '' && parts.length === 1 && parts[0] === '')
    throw failure(`Invalid field name ${name}`);
  if (parts.every((part) => part !== '')) return parts;
  throw new ApiError('illegal_argument_exception', 'name cannot be empty string');
}

function* parsingNode(
  path: string,
  name: string,
  json: JsonObject,
  context: FieldTypeContext,
): Generator<void, MappingNode> {
  const type = typeOf(name, json);
  if (type === 'object' || type === 'nested') return yield* parsingObject(path, json, context);
  if (type === 'alias') return parseAlias(path, json);
  const definition = fieldTypeNamed(type);
  if (definition) return parseField(path, json, definition, context);
  throw failure(`No handler for type [${type}] declared on field [${name}]`);
}

function typeOf(name: string, json: JsonObject): string {
  const type = json.type;
  if (type !== undefined && type !== null) return javaText(type);
  const given = (member: JsonValue | undefined) => member !== undefined && member !== null;
  const isSwitch = given(json.enabled) && Object.keys(json).length === 1;
  if (given(json.properties) || isSwitch) return 'object';
  throw failure(`No type specified for field [${name}]`);
}

function failure(reason: string): ApiError {
  return new ApiError('mapper_parsing_exception', reason);
}
