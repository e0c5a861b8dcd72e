/**
 * Elasticsearch's `histogram`: pre-aggregated values with counts, which aggregations read as if
 * each value occurred that often. The field is not searchable.
 */
import {
  doubleText,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import { fieldSpec } from './field_spec.js';
import type { FieldSink, FieldTypeDefinition } from './field_type.js';
import { histogramTerms } from './histogram_term.js';
import { forgiving, unexpectedToken } from './malformed.js';
import { mappedField } from './mapped_field.js';
import { ignoreMalformed, meta } from './parameter.js';

const TYPE = 'histogram';

export const histogram: FieldTypeDefinition = {
  name: TYPE,
  parameters: [ignoreMalformed, meta],
  build: (path, values) => {
    const spec = fieldSpec(path, { column: 'ordinal' });
    const add = (value: JsonValue, sink: FieldSink): void => {
      const { values: given, counts } = readHistogram(value, path);
      if (sink.has(spec)) {
        throw wrong(
          'illegal_argument_exception',
          `Field [${leafOf(path)}] of type [${TYPE}] doesn't support indexing multiple values for the same field in the same document`,
        );
      }
      for (const term of histogramTerms(given, counts)) {
        sink.add({ kind: 'term', spec, value: term });
      }
    };
    return mappedField({
      name: path,
      typeName: TYPE,
      spec,
      values: { kind: 'distribution' },
      faults: 'field',
      searchable: false,
      aggregatable: true,
      indexOrder: 'own',
      takesWords: false,
      index: values.flag('ignore_malformed') ? forgiving(path, add) : add,
      termQuery: () => {
        throw wrong(
          'illegal_argument_exception',
          `[${TYPE}] field do not support searching, use dedicated aggregations instead: [${path}]`,
        );
      },
      sortField: () => {
        throw wrong('illegal_argument_exception', `can't sort on the [${TYPE}] field`);
      },
      shownValues: (value) => [value],
    });
  },
};

interface GivenHistogram {
  readonly values: readonly number[];
  readonly counts: readonly number[];
}

function readHistogram(value: JsonValue, path: string): GivenHistogram {
  const leaf = leafOf(path);
  if (!isJsonObject(value)) {
    throw wrong('parsing_exception', unexpectedToken('START_OBJECT', value));
  }
  const { values, counts } = partsOf(value, leaf);
  if (values === undefined || counts === undefined) {
    const lacking = values === undefined ? 'values' : 'counts';
    throw fault(leaf, `expected field called [${lacking}]`);
  }
  if (values.length !== counts.length) {
    throw fault(
      leaf,
      `expected same length from [values] and [counts] but got [${values.length} != ${counts.length}]`,
    );
  }
  const negative = counts.find((count) => count < 0);
  if (negative !== undefined) {
    throw wrong(
      'mapper_parsing_exception',
      `error parsing field [${leaf}], [counts] elements must be >= 0 but got ${negative}`,
    );
  }
  return { values, counts };
}

function partsOf(json: JsonObject, leaf: string): Partial<GivenHistogram> {
  let values: readonly number[] | undefined;
  let counts: readonly number[] | undefined;
  for (const [name, given = null] of Object.entries(json)) {
    if (name === 'values') values = ascending(numbersOf(given), leaf);
    else if (name === 'counts') counts = numbersOf(given).map(wholeOf);
    else throw fault(leaf, `with unknown parameter [${name}]`);
  }
  return { ...(values && { values }), ...(counts && { counts }) };
}

function numbersOf(value: JsonValue): readonly number[] {
  if (!isJsonArray(value)) throw wrong('parsing_exception', unexpectedToken('START_ARRAY', value));
  return value.map((one) => {
    if (typeof one === 'number' || typeof one === 'bigint') return Number(one);
    throw wrong('parsing_exception', unexpectedToken('VALUE_NUMBER', one));
  });
}

/** Truncates a fraction, as Elasticsearch's JSON parser does. */
function wholeOf(count: number): number {
  const whole = Math.trunc(count);
  if (Number.isSafeInteger(whole)) return whole;
  throw wrong('illegal_argument_exception', `[counts] element [${count}] is no exact number`);
}

function ascending(values: readonly number[], leaf: string): readonly number[] {
  values.forEach((value, i) => {
    const before = values[i - 1];
    if (before === undefined || value >= before) return;
    throw fault(
      leaf,
      `[values] values must be in increasing order, got [${doubleText(value)}] but previous value was [${doubleText(before)}]`,
    );
  });
  return values;
}

function fault(leaf: string, what: string): ApiError {
  return wrong('mapper_parsing_exception', `error parsing field [${leaf}], ${what}`);
}

function leafOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

function wrong(type: ConstructorParameters<typeof ApiError>[0], reason: string): ApiError {
  return new ApiError(type, reason);
}
