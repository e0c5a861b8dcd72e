/**
 * Dynamic templates: choose the mapping of a new field by its name, path and JSON type. The first
 * match wins.
 */
import { simpleMatch } from '@skein/base';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { RE2JS } from 're2js';
import { javaText } from './java_text.js';

/** JSON types as named in templates. */
export type MatchType = 'object' | 'string' | 'long' | 'double' | 'boolean' | 'date' | 'binary';

const MATCH_TYPES: readonly MatchType[] = [
  'object',
  'string',
  'long',
  'double',
  'boolean',
  'date',
  'binary',
];

/** The field type for a JSON type, if the template's mapping names none. */
const DEFAULT_TYPES: Readonly<Record<MatchType, string>> = {
  object: 'object',
  string: 'text',
  long: 'long',
  double: 'float',
  boolean: 'boolean',
  date: 'date',
  binary: 'binary',
};

export interface DynamicTemplate {
  readonly name: string;
  /** The form in `GET _mapping`. */
  readonly json: JsonObject;
  matches(field: {
    readonly path: string;
    readonly leaf: string;
    readonly type: MatchType;
  }): boolean;
  /** The mapping for a new field. */
  mappingFor(leaf: string, type: MatchType): JsonObject;
  /** Throws if a pattern is no regular expression where it should be one. */
  checkPatterns(): void;
}

export function parseDynamicTemplates(value: JsonValue): DynamicTemplate[] {
  if (!isJsonArray(value)) {
    throw failure('Dynamic template syntax error. An array of named objects is expected.');
  }
  return value.map((entry) => {
    const names = isJsonObject(entry) ? Object.keys(entry) : [];
    const [name] = names;
    if (!isJsonObject(entry) || name === undefined || names.length !== 1) {
      throw failure('A dynamic template must be defined with a name');
    }
    const body = entry[name];
    if (!isJsonObject(body)) throw failure('A dynamic template must be defined with a name');
    return parseTemplate(name, body);
  });
}

const PATTERNS = ['match', 'path_match', 'unmatch', 'path_unmatch'];
const STRING_PARAMETERS = [...PATTERNS, 'match_mapping_type', 'match_pattern'];

function parseTemplate(name: string, body: JsonObject): DynamicTemplate {
  for (const key of Object.keys(body)) {
    if (key === 'mapping' || STRING_PARAMETERS.includes(key)) continue;
    throw new ApiError(
      'illegal_argument_exception',
      `Illegal dynamic template parameter: [${key}]`,
    );
  }
  const text = (key: string): string | undefined =>
    body[key] === undefined || body[key] === null ? undefined : String(body[key]);
  const { mapping } = body;
  if (!isJsonObject(mapping)) throw failure('template must have mapping set');
  const type = matchType(text('match_mapping_type'));
  const kind = text('match_pattern');
  const accepts = patternMatcher(kind, name);
  const fits = (key: string, subject: string): boolean => {
    const pattern = text(key);
    return pattern === undefined || accepts(pattern, subject);
  };
  const misfits = (key: string, subject: string): boolean => {
    const pattern = text(key);
    return pattern !== undefined && accepts(pattern, subject);
  };
  if (!['match', 'path_match', 'match_mapping_type'].some((key) => text(key) !== undefined)) {
    throw failure(
      `template must have match, path_match or match_mapping_type set ${javaText(body)}`,
    );
  }
  return {
    name,
    json: { [name]: shownTemplate(body) },
    matches: (field) =>
      fits('path_match', field.path) &&
      fits('match', field.leaf) &&
      !misfits('path_unmatch', field.path) &&
      !misfits('unmatch', field.leaf) &&
      (type === undefined || type === field.type),
    mappingFor: (leaf, fieldType) => filledMapping(mapping, leaf, DEFAULT_TYPES[fieldType]),
    checkPatterns: () => {
      for (const pattern of kind === 'regex' ? PATTERNS.map(text) : []) {
        if (pattern !== undefined) regex(pattern, name);
      }
    },
  };
}

function shownTemplate(body: JsonObject): JsonObject {
  const keys = [...STRING_PARAMETERS, 'mapping'].filter(
    (key) => body[key] !== undefined && !(key === 'match_pattern' && body[key] === 'simple'),
  );
  return Object.fromEntries(keys.map((key) => [key, body[key] ?? null]));
}

/** Undefined for any type. */
function matchType(name: string | undefined): MatchType | undefined {
  if (name === undefined || name === '*') return undefined;
  const found = MATCH_TYPES.find((type) => type === name);
  if (found) return found;
  throw new ApiError(
    'illegal_argument_exception',
    `No field type matched on [${name}], possible values are [${MATCH_TYPES.join(', ')}]`,
  );
}

function patternMatcher(
  kind: string | undefined,
  template: string,
): (pattern: string, subject: string) => boolean {
  if (kind === undefined || kind === 'simple') return simpleMatch;
  if (kind === 'regex') return (pattern, subject) => regex(pattern, template).matches(subject);
  throw new ApiError('illegal_argument_exception', `No matching pattern matched on [${kind}]`);
}

/**
 * Java's syntax in linear time, because a user's pattern must not block a thread. Matches whole
 * names.
 */
function regex(pattern: string, template: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch {
    throw new ApiError(
      'illegal_argument_exception',
      `Pattern [${pattern}] of type [regex] is invalid. Cannot create dynamic template [${template}].`,
    );
  }
}

function filledMapping(mapping: JsonObject, leaf: string, typeName: string): JsonObject {
  const filled = fillObject(mapping, leaf, typeName);
  return filled.type === undefined ? { type: typeName, ...filled } : filled;
}

function fill(value: JsonValue, leaf: string, typeName: string): JsonValue {
  if (typeof value === 'string') return fillText(value, leaf, typeName);
  if (isJsonArray(value)) return value.map((each) => fill(each, leaf, typeName));
  return isJsonObject(value) ? fillObject(value, leaf, typeName) : value;
}

function fillObject(value: JsonObject, leaf: string, typeName: string): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      fillText(key, leaf, typeName),
      fill(each ?? null, leaf, typeName),
    ]),
  );
}

function fillText(text: string, leaf: string, typeName: string): string {
  // The name comes from a function: as a text, its `$&` would stand for what it replaces.
  return text
    .replaceAll('{name}', () => leaf)
    .replaceAll('{dynamic_type}', typeName)
    .replaceAll('{dynamicType}', typeName);
}

function failure(reason: string): ApiError {
  return new ApiError('mapper_parsing_exception', reason);
}
