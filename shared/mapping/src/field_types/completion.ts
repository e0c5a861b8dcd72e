/**
 * `completion`: inputs for suggestions as the user types. Each input becomes one term, its analysed words joined by a
 * space: what a completion suggester walks by prefix. Weights are checked here and read from the source when suggestions are ranked.
 */
import type { Analyzer } from '@skein/analysis';
import { utf8 } from '@skein/bytes';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type FieldSpec, prefixQuery, termQuery } from '@skein/search_library';
import type { FieldSink, FieldTypeDefinition } from './field_type.js';
import { mappedField, scalarText } from './mapped_field.js';
import { flag, integer, meta, type Parameter, type ParameterPlace, text } from './parameter.js';

const SEPARATOR = ' ';

function analyzerParameter(name: string, options: Partial<Parameter>): Parameter {
  const parse = (
    value: JsonValue,
    _place: ParameterPlace,
    context: { analyzer(name: string): Analyzer | undefined },
  ): JsonValue => {
    if (context.analyzer(String(value))) return String(value);
    throw new ApiError(
      'illegal_argument_exception',
      `analyzer [${String(value)}] has not been configured in mappings`,
    );
  };
  return { ...text(name, 'simple'), ...options, parse };
}

const always = (): boolean => true;

export const completion: FieldTypeDefinition = {
  name: 'completion',
  parameters: [
    analyzerParameter('analyzer', { showAlso: always }),
    analyzerParameter('search_analyzer', {
      updatable: true,
      defaultFrom: (values) => values.get('analyzer'),
      showAlso: (values) => values.get('analyzer') !== values.get('search_analyzer'),
    }),
    flag('preserve_separators', true, { showAlso: always }),
    flag('preserve_position_increments', true, { showAlso: always }),
    integer('max_input_length', 50, { updatable: true, showAlso: always }),
    meta,
  ],
  build: (path, values, context) => {
    const indexAnalyzer =
      context.analyzer(values.text('analyzer') ?? '') ?? context.defaultAnalyzer;
    const searchAnalyzer = context.analyzer(values.text('search_analyzer') ?? '') ?? indexAnalyzer;
    const separator = values.flag('preserve_separators') ? SEPARATOR : '';
    const maxLength = values.number('max_input_length');
    if (maxLength <= 0) {
      throw new ApiError(
        'illegal_argument_exception',
        `[max_input_length] must be > 0 but was [${maxLength}]`,
      );
    }
    const spec: FieldSpec = {
      name: path,
      postings: 'freqs',
      norms: true,
      column: 'none',
      points: false,
    };
    const form = (input: string, by: Analyzer): Uint8Array =>
      utf8(
        by
          .analyze(input)
          .tokens.map(({ term }) => term)
          .join(separator),
      );
    return mappedField({
      name: path,
      typeName: 'completion',
      spec,
      faults: 'own',
      readsStructures: true,
      indexAnalyzer,
      searchAnalyzer,
      searchQuoteAnalyzer: searchAnalyzer,
      index: (value, sink) => {
        for (const input of inputsOf(value, path)) {
          const bytes = form(input.slice(0, maxLength), indexAnalyzer);
          if (bytes.length > 0) addInput(bytes, spec, sink);
        }
      },
      termQuery: (value) => termQuery(path, form(scalarText(value), searchAnalyzer)),
      prefixQuery: (prefix, caseInsensitive) =>
        prefixQuery(path, form(prefix, searchAnalyzer), { caseInsensitive }),
    });
  },
};

function addInput(term: Uint8Array, spec: FieldSpec, sink: FieldSink): void {
  sink.add({ kind: 'term', spec, value: term });
}

function inputsOf(value: JsonValue, path: string): string[] {
  if (isJsonArray(value)) return value.flatMap((each) => inputsOf(each, path));
  if (typeof value === 'string') return [value];
  if (isJsonObject(value)) return objectInputs(value, path);
  throw new ApiError(
    'parsing_exception',
    `failed to parse [${path}]: expected text or object, but got ${valueToken(value)}`,
  );
}

const OBJECT_KEYS = new Set(['input', 'weight', 'contexts']);

function objectInputs(value: JsonObject, path: string): string[] {
  for (const key of Object.keys(value)) {
    if (!OBJECT_KEYS.has(key)) {
      throw new ApiError(
        'illegal_argument_exception',
        `unknown field name [${key}], must be one of [input, weight, contexts]`,
      );
    }
  }
  if (value.contexts !== undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      `contexts field is not supported for field: [${path}]`,
    );
  }
  checkWeight(value.weight);
  const input = value.input;
  if (typeof input === 'string') return [input];
  if (input === undefined) return [];
  if (isJsonArray(input)) return input.map(arrayInput);
  throw new ApiError(
    'illegal_argument_exception',
    `input must be a string or array, but was [${valueToken(input)}]`,
  );
}

function arrayInput(value: JsonValue): string {
  if (typeof value === 'string') return value;
  throw new ApiError(
    'illegal_argument_exception',
    `input array must have string values, but was [${valueToken(value)}]`,
  );
}

function valueToken(value: JsonValue): string {
  if (value === null) return 'VALUE_NULL';
  if (typeof value === 'boolean') return 'VALUE_BOOLEAN';
  if (typeof value === 'object') return isJsonArray(value) ? 'START_ARRAY' : 'START_OBJECT';
  return typeof value === 'string' ? 'VALUE_STRING' : 'VALUE_NUMBER';
}

function checkWeight(weight: JsonValue | undefined): void {
  if (weight === undefined) return;
  const number = typeof weight === 'object' ? Number.NaN : Number(weight);
  if (!Number.isInteger(number)) {
    throw new ApiError(
      'illegal_argument_exception',
      `weight must be an integer, but was [${String(weight)}]`,
    );
  }
  if (number >= 0 && number <= 2_147_483_647) return;
  throw new ApiError(
    'illegal_argument_exception',
    `weight must be in the interval [0..2147483647], but was [${String(weight)}]`,
  );
}
