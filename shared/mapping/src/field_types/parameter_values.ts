/** The parameters in a field's JSON, over the defaults of its type. */

import { type JsonObject, type JsonValue, stringifyJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import { javaText } from '../tree/java_text.js';
import type { FieldTypeContext, FieldTypeDefinition } from './field_type.js';
import type { Parameter, ParameterPlace } from './parameter.js';

export interface ParameterValues {
  /** The given value, else the default. */
  get(name: string): JsonValue;
  flag(name: string): boolean;
  number(name: string): number;
  text(name: string): string | undefined;
  /**
   * True if it was given and differs from the default (for explicit parameters, if it was given).
   */
  isConfigured(name: string): boolean;
}

/** Keys that fields of most types may have beside the type's parameters. */
const STRUCTURAL = new Set(['fields', 'copy_to']);

/** Keys that OpenSearch ignores on types without them. */
const PASSED_OVER = new Set([
  'boost',
  'store',
  'meta',
  'index',
  'doc_values',
  'index_options',
  'similarity',
]);

/** Parses the parameters of one field; throws for unknown ones. */
export function parseParameters(
  definition: FieldTypeDefinition,
  path: string,
  json: JsonObject,
  context: FieldTypeContext,
): ParameterValues {
  const given = new Map<string, JsonValue>();
  const leaf = path.slice(path.lastIndexOf('.') + 1);
  for (const key of Object.keys(json)) {
    if (key === 'type') continue;
    const { plainParameters } = definition;
    if (STRUCTURAL.has(key) && plainParameters !== 'all') continue;
    const parameter = definition.parameters.find((candidate) => candidate.name === key);
    const on = `on mapper [${leaf}] of type [${definition.name}]`;
    if (!parameter && PASSED_OVER.has(key) && plainParameters !== 'all') continue;
    if (!parameter && plainParameters) {
      throw new ApiError(
        'mapper_parsing_exception',
        `Mapping definition for [${leaf}] has unsupported parameters:  [${key} : ${javaText(json[key] ?? null)}]`,
      );
    }
    if (!parameter) {
      throw new ApiError('mapper_parsing_exception', `unknown parameter [${key}] ${on}`);
    }
    const value = json[key] ?? null;
    if (value === null && !parameter.acceptsNull) {
      throw new ApiError('mapper_parsing_exception', `[${key}] ${on} must not have a [null] value`);
    }
    const place: ParameterPlace = { parameter: key, path, typeName: definition.name };
    given.set(key, parameter.parse(value, place, context));
  }
  return new GivenValues(definition, given, context);
}

/** Parameters of each type by name, shared by all its fields. */
const PARAMETERS_OF = new WeakMap<FieldTypeDefinition, ReadonlyMap<string, Parameter>>();

function parametersOf(definition: FieldTypeDefinition): ReadonlyMap<string, Parameter> {
  const known = PARAMETERS_OF.get(definition);
  if (known !== undefined) return known;
  const byName = new Map(definition.parameters.map((each) => [each.name, each]));
  PARAMETERS_OF.set(definition, byName);
  return byName;
}

/**
 * Small, with as much shared as possible, because a mapping may have a hundred thousand of them.
 */
class GivenValues implements ParameterValues {
  readonly #parameters: ReadonlyMap<string, Parameter>;
  readonly #given: ReadonlyMap<string, JsonValue>;
  readonly #context: FieldTypeContext;

  constructor(
    definition: FieldTypeDefinition,
    given: ReadonlyMap<string, JsonValue>,
    context: FieldTypeContext,
  ) {
    this.#parameters = parametersOf(definition);
    this.#given = given.size === 0 ? NOTHING_GIVEN : given;
    this.#context = context;
  }

  get(name: string): JsonValue {
    const value = this.#given.get(name);
    if (value !== undefined) return value;
    const parameter = this.#parameters.get(name);
    return parameter ? this.#defaultOf(parameter) : null;
  }

  flag(name: string): boolean {
    return this.get(name) === true;
  }

  number(name: string): number {
    return Number(this.get(name));
  }

  text(name: string): string | undefined {
    const value = this.get(name);
    return value === null ? undefined : String(value);
  }

  isConfigured(name: string): boolean {
    const value = this.#given.get(name);
    const parameter = this.#parameters.get(name);
    if (value === undefined || !parameter) return false;
    return parameter.explicit === true || !sameJson(value, this.#defaultOf(parameter));
  }

  #defaultOf(parameter: Parameter): JsonValue {
    return parameter.defaultFrom ? parameter.defaultFrom(this, this.#context) : parameter.default;
  }
}

const NOTHING_GIVEN: ReadonlyMap<string, JsonValue> = new Map();

/** The parameters shown by `GET _mapping`: the configured ones, or all with `includeDefaults`. */
export function renderParameters(
  definition: FieldTypeDefinition,
  values: ParameterValues,
  includeDefaults: boolean,
): [string, JsonValue][] {
  const shown: [string, JsonValue][] = [];
  for (const parameter of definition.parameters) {
    const { name } = parameter;
    if (parameter.appliesTo?.(values) === false) continue;
    if (includeDefaults || values.isConfigured(name) || parameter.showAlso?.(values)) {
      shown.push([name, values.get(name)]);
    }
  }
  return shown;
}

export function sameJson(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  return stringifyJson(a) === stringifyJson(b);
}
