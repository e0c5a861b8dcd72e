/**
 * `completion`: inputs for suggestions as the user types. Each input becomes one term, its analysed words joined by a
 * space: what a completion suggester walks by prefix. Weights are checked here and read from the source when suggestions are ranked.
 */
import type { Analyzer } from '@skein/analysis';
import { utf8 } from '@skein/bytes';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { constantScoreQuery, type FieldSpec, prefixQuery, termQuery } from '@skein/search_library';
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
      postings: 'docs',
      norms: false,
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
      readsStructures: true,
      indexAnalyzer,
      searchAnalyzer,
      searchQuoteAnalyzer: searchAnalyzer,
      index: (value, sink) => {
        for (const input of inputsOf(value)) {
          const bytes = form(input.slice(0, maxLength), indexAnalyzer);
          if (bytes.length > 0) addInput(bytes, spec, sink);
        }
      },
      termQuery: (value) =>
        constantScoreQuery(termQuery(path, form(scalarText(value), searchAnalyzer))),
      prefixQuery: (prefix, caseInsensitive) =>
        prefixQuery(path, form(prefix, searchAnalyzer), { caseInsensitive }),
    });
  },
};

function addInput(term: Uint8Array, spec: FieldSpec, sink: FieldSink): void {
  sink.add({ kind: 'term', spec, value: term });
}

function inputsOf(value: JsonValue): string[] {
  if (isJsonArray(value)) return value.flatMap(inputsOf);
  if (typeof value === 'string') return [checked(value)];
  if (isJsonObject(value)) return objectInputs(value);
  throw new ApiError(
    'parsing_exception',
    `failed to parse [${value === null ? 'VALUE_NULL' : 'VALUE_NUMBER'}]: expected text or object, but got ${value === null ? 'VALUE_NULL' : 'VALUE_NUMBER'}`,
  );
}

const OBJECT_KEYS = new Set(['input', 'weight', 'contexts']);

function objectInputs(value: JsonObject): string[] {
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
      'contexts field is not supported for field without contexts',
    );
  }
  checkWeight(value.weight);
  const input = value.input;
  if (typeof input === 'string') return [checked(input)];
  if (isJsonArray(input)) return input.map((each) => checked(scalarText(each)));
  throw new ApiError('illegal_argument_exception', 'input must be a string or an array of strings');
}

function checkWeight(weight: JsonValue | undefined): void {
  if (weight === undefined) return;
  const number = Number(weight);
  if (Number.isInteger(number) && number >= 0 && number <= 2_147_483_647) return;
  throw new ApiError(
    'illegal_argument_exception',
    `weight must be in the interval [0..2147483647], but was [${String(weight)}]`,
  );
}

function checked(input: string): string {
  if (input !== '') return input;
  throw new ApiError('illegal_argument_exception', 'value must have a length > 0');
}
