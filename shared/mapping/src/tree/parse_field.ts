/** Parses one leaf field from its JSON: type, parameters, `fields`, `copy_to`. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type {
  FieldTypeContext,
  FieldTypeDefinition,
  MappedField,
} from '../field_types/field_type.js';
import { parseParameters } from '../field_types/parameter_values.js';
import { fieldTypeNamed } from '../field_types/registry.js';
import { javaClass, javaText, listedEntries } from './java_text.js';
import type { AliasNode, FieldNode } from './mapping_tree.js';
import { childPath } from './mapping_tree.js';

/** Shared empty values, because a mapping may have a hundred thousand fields without any. */
const NO_FIELDS: readonly MappedField[] = [];
const NO_NODES: ReadonlyMap<string, FieldNode> = new Map();
const NO_PATHS: readonly string[] = [];

export function parseField(
  path: string,
  json: JsonObject,
  definition: FieldTypeDefinition,
  context: FieldTypeContext,
): FieldNode {
  const leaf = path.slice(path.lastIndexOf('.') + 1);
  const values = parseParameters(definition, path, json, context);
  const { fields, copy_to: copyTo, ...given } = json;
  const indexed = {
    field: definition.build(path, values, context),
    companions: definition.companions?.(path, values, context) ?? NO_FIELDS,
    multiFields: parseMultiFields(path, fields, context),
    copyTo: parseCopyTo(copyTo),
  };
  const asciiFields = asciiFieldsOf(indexed);
  return { kind: 'field', path, leaf, definition, values, given, ...indexed, asciiFields };
}

function asciiFieldsOf({
  field,
  companions,
  multiFields,
  copyTo,
}: Pick<FieldNode, 'field' | 'companions' | 'multiFields' | 'copyTo'>): readonly MappedField[] {
  const fields = [field];
  for (const sub of multiFields.values()) {
    if (sub.asciiFields.length === 0) return NO_FIELDS;
    fields.push(...sub.asciiFields);
  }
  const able = companions.length === 0 && copyTo.length === 0 && field.indexAscii !== undefined;
  return able ? fields : NO_FIELDS;
}

function parseMultiFields(
  path: string,
  fields: JsonValue | undefined,
  context: FieldTypeContext,
): ReadonlyMap<string, FieldNode> {
  if (fields === undefined || (isJsonArray(fields) && fields.length === 0)) return NO_NODES;
  const nodes = new Map<string, FieldNode>();
  const leaf = path.slice(path.lastIndexOf('.') + 1);
  if (fields === null) throw isNull('fields');
  if (!isJsonObject(fields)) {
    throw failure(
      `expected map for property [fields] on field [${javaText(fields)}] or [fields] but got a ${qualifiedClass(fields)}`,
    );
  }
  for (const name of Object.keys(fields).sort()) {
    if (name.includes('.')) {
      throw failure(`Field name [${name}] which is a multi field of [${leaf}] cannot contain '.'`);
    }
    nodes.set(name, parseMultiField(path, name, fields[name], context));
  }
  return nodes;
}

function parseMultiField(
  parent: string,
  name: string,
  json: JsonValue | undefined,
  context: FieldTypeContext,
): FieldNode {
  if (!isJsonObject(json))
    throw failure(`illegal field [${name}], only fields can be specified inside fields`);
  const type = json.type;
  if (type === undefined || type === null)
    throw failure(`no type specified for property [${name}]`);
  if (type === 'object' || type === 'nested' || type === 'alias') {
    throw failure(`Type [${type}] cannot be used in multi field`);
  }
  const definition = fieldTypeNamed(String(type));
  if (!definition)
    throw failure(`no handler for type [${String(type)}] declared on field [${name}]`);
  return parseField(childPath(parent, name), json, definition, context);
}

function parseCopyTo(value: JsonValue | undefined): readonly string[] {
  if (value === undefined) return NO_PATHS;
  if (value === null) throw isNull('copy_to');
  return isJsonArray(value) ? value.map(String) : [String(value)];
}

export function parseAlias(path: string, json: JsonObject): AliasNode {
  const leaf = path.slice(path.lastIndexOf('.') + 1);
  const target = javaText(json.path ?? '');
  if (target === '') {
    throw failure(`The [path] property must be specified for field [${leaf}].`);
  }
  const rest = Object.entries(json).filter(([key]) => key !== 'type' && key !== 'path');
  if (rest.length > 0) {
    const listed = listedEntries(rest.map(([key, value]) => [key, value ?? null]));
    throw failure(`Mapping definition for [${leaf}] has unsupported parameters: ${listed}`);
  }
  return { kind: 'alias', path, leaf, target };
}

const PACKAGES: ReadonlyMap<string, string> = new Map([
  ['ArrayList', 'java.util'],
  ['BigInteger', 'java.math'],
]);

function qualifiedClass(value: JsonValue): string {
  const name = javaClass(value);
  return `class ${PACKAGES.get(name) ?? 'java.lang'}.${name}`;
}

function isNull(key: string): ApiError {
  return failure(`[${key}] must not have a [null] value`);
}

function failure(reason: string): ApiError {
  return new ApiError('mapper_parsing_exception', reason);
}
