/**
 * Parses the root of a mapping: its object and the settings for whole documents (`_source`,
 * `_routing`, dynamic templates, detection).
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { parseDateFormat } from '@skein/dates';
import { ApiError } from '@skein/errors';
import type { FieldTypeContext } from '../field_types/field_type.js';
import { mappingBoolean } from '../field_types/parameter.js';
import { parseDerived } from './derived_definitions.js';
import { type DynamicTemplate, parseDynamicTemplates } from './dynamic_template.js';
import { listedEntries } from './java_text.js';
import {
  DEFAULT_TIMESTAMP_FIELD,
  type RootMapping,
  type SourceOptions,
  type TimestampOptions,
  walkNodes,
} from './mapping_tree.js';
import { parseDynamic, parseFlat, parsingProperties } from './parse_object.js';
import { parseRuntime } from './runtime_definitions.js';

/** The members of a mapping. */
export const ROOT_KEYS: ReadonlySet<string> = new Set([
  'properties',
  'derived',
  'runtime',
  'dynamic',
  'enabled',
  'subobjects',
  'type',
  '_source',
  '_routing',
  '_size',
  '_meta',
  '_field_names',
  '_data_stream_timestamp',
  'dynamic_templates',
  'date_detection',
  'numeric_detection',
  'dynamic_date_formats',
]);

/** Yields after each property. */
export function* parsingRoot(
  json: JsonObject,
  context: FieldTypeContext,
): Generator<void, RootMapping> {
  refuseComposite(json.composite);
  checkFieldNames(json._field_names);
  const flat = parseFlat(json.subobjects);
  const root: RootMapping = {
    object: {
      kind: 'object',
      path: '',
      leaf: '_doc',
      flat,
      nested: undefined,
      enabled: flagMember(json, 'enabled') ?? true,
      dynamic: parseDynamic(json.dynamic),
      children: yield* parsingProperties({ path: '', flat }, json.properties, context),
    },
    derived: parseDerived(json.derived),
    runtime: parseRuntime(json.runtime),
    source: parseSource(json._source),
    routingRequired: parseRouting(json._routing),
    sizeEnabled: parseSize(json._size),
    dataStreamTimestamp: parseTimestamp(json._data_stream_timestamp),
    meta: parseMeta(json._meta),
    dynamicTemplates: parseTemplates(json.dynamic_templates),
    dateDetection: flagMember(json, 'date_detection'),
    numericDetection: flagMember(json, 'numeric_detection'),
    dynamicDateFormats: parseDateFormats(json.dynamic_date_formats),
  };
  // Known keys are validated before unknown ones are refused.
  const unknown = Object.entries(json).filter(([key]) => !ROOT_KEYS.has(key));
  if (unknown.length > 0) {
    const listed = listedEntries(unknown.map(([key, value]) => [key, value ?? null]));
    throw failure(`Root mapping definition has unsupported parameters: ${listed}`);
  }
  return root;
}

/**
 * Like `parsingRoot`, for the mapping of a new index or template, with create-index's error
 * messages.
 */
export function* parsingInitialRoot(
  json: JsonObject,
  context: FieldTypeContext,
): Generator<void, RootMapping> {
  try {
    return yield* parsingRoot(json, context);
  } catch (error) {
    throw error instanceof ApiError ? initialFailure(error) : error;
  }
}

/**
 * Checks definitions that are new. They are not checked when a mapping is read back, so that an
 * index with a wrong definition of an earlier version can be opened. Yields after each field.
 */
export function* checkingNew({
  object,
  dynamicTemplates = [],
}: RootMapping): Generator<void, void> {
  for (const template of dynamicTemplates) template.checkPatterns();
  for (const node of walkNodes(object)) {
    if (node.kind === 'field') node.definition.checkNew?.(node.leaf, node.values);
    yield;
  }
}

/** Like `checkingNew`, with create-index's error messages. */
export function* checkingInitial(root: RootMapping): Generator<void, void> {
  try {
    yield* checkingNew(root);
  } catch (error) {
    throw error instanceof ApiError ? initialFailure(error) : error;
  }
}

const UNWRAPPED: ReadonlySet<string> = new Set([
  'mapper_exception',
  'mapper_parsing_exception',
  'parse_exception',
]);

/**
 * OpenSearch unwraps only its own exceptions to find the root cause, so an illegal argument stays
 * wrapped.
 */
function initialFailure(error: ApiError): ApiError {
  return new ApiError(
    'mapper_parsing_exception',
    `Failed to parse mapping [_doc]: ${error.message}`,
    {
      cause: error,
      ...(UNWRAPPED.has(error.type) ? { rootCauses: error.rootCauses ?? [error] } : {}),
    },
  );
}

function flagMember(json: JsonObject, key: string): boolean | undefined {
  const value = json[key];
  return value === undefined || value === null ? undefined : mappingBoolean(value);
}

function section(
  name: string,
  value: JsonValue | undefined,
  keys: readonly string[],
): JsonObject | undefined {
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) throw failure(`[${name}] config must be an object`);
  const unknown = Object.entries(value).filter(([key]) => !keys.includes(key));
  if (unknown.length === 0) return value;
  const [first = ''] = unknown.map(([key]) => key);
  throw failure(`unknown parameter [${first}] on mapper [${name}] of type [null]`);
}

function parseSource(value: JsonValue | undefined): SourceOptions | undefined {
  const json = section('_source', value, [
    'enabled',
    'includes',
    'excludes',
    'recovery_source_enabled',
  ]);
  if (!json) return undefined;
  if (json.recovery_source_enabled !== undefined && json.recovery_source_enabled !== true) {
    throw failure('[_source] parameter [recovery_source_enabled] can only be [true]');
  }
  return {
    enabled: flagMember(json, 'enabled') ?? true,
    includes: textList(json.includes),
    excludes: textList(json.excludes),
  };
}

function textList(value: JsonValue | undefined): string[] {
  if (value === undefined || value === null) return [];
  return isJsonArray(value) ? value.map(String) : String(value).split(',');
}

function parseRouting(value: JsonValue | undefined): boolean | undefined {
  const json = section('_routing', value, ['required']);
  return json && flagMember(json, 'required');
}

function parseSize(value: JsonValue | undefined): boolean | undefined {
  const json = section('_size', value, ['enabled']);
  return json && (flagMember(json, 'enabled') ?? false);
}

function checkFieldNames(value: JsonValue | undefined): void {
  const json = section('_field_names', value, ['enabled']);
  if (json && flagMember(json, 'enabled') === false) {
    throw failure('Disabling _field_names is not supported');
  }
}

/** The refusal of OpenSearch 2.19 without its feature flag. */
function refuseComposite(value: JsonValue | undefined): void {
  if (value === undefined) return;
  throw new ApiError(
    'illegal_argument_exception',
    'star tree index is under an experimental feature and can be activated only by enabling opensearch.experimental.feature.composite_index.star_tree.enabled feature flag in the JVM options',
  );
}

function parseTimestamp(value: JsonValue | undefined): TimestampOptions | undefined {
  const json = section('_data_stream_timestamp', value, ['enabled', 'timestamp_field']);
  if (!json) return undefined;
  const field = isJsonObject(json.timestamp_field) ? json.timestamp_field.name : undefined;
  return {
    enabled: flagMember(json, 'enabled') ?? false,
    field: field === undefined ? DEFAULT_TIMESTAMP_FIELD : String(field),
  };
}

function parseMeta(value: JsonValue | undefined): JsonObject | undefined {
  if (value === undefined || value === null) return undefined;
  if (isJsonObject(value)) return value;
  throw failure('[_meta] config must be an object');
}

function parseTemplates(value: JsonValue | undefined): DynamicTemplate[] | undefined {
  return value === undefined || value === null ? undefined : parseDynamicTemplates(value);
}

/**
 * As in OpenSearch, formats of times since the epoch are refused only inside a list, and `none`
 * means no formats only outside one.
 */
function parseDateFormats(value: JsonValue | undefined): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (value === 'none') return [];
  const formats = isJsonArray(value) ? value.map(String) : [String(value)];
  for (const format of formats) {
    if (isJsonArray(value) && format.startsWith('epoch_')) {
      throw failure(`Epoch [${format}] is not supported as dynamic date format`);
    }
    parseDateFormat(format);
  }
  return formats;
}

function failure(reason: string): ApiError {
  return new ApiError('mapper_parsing_exception', reason);
}
