/**
 * Runtime fields of Elasticsearch: one context per type, named `long_field`, `keyword_field` and so
 * on, whose `emit` accepts values of that type. A `composite` field emits its parts by name. Values
 * are collected in order, up to Elasticsearch's limit per document.
 */
import {
  illegalArgument,
  JCollection,
  JDouble,
  type JMap,
  type Method,
  type Throwable,
  textOf,
  type Value,
} from '@skein/java';
import { DOC, PARAMS, type ScriptContext } from './context_type.js';

/** The maximum number of values of one document. */
const MAX_VALUES = 100;
/** The maximum length of all texts of one document, in UTF-16 units. */
const MAX_CHARACTERS = 1_048_576;

/** The values that a script has emitted for the current document. */
export class RuntimeEmission {
  readonly #field: string;
  readonly #parts = new Map<string, Value[]>();
  #values: Value[] = [];
  #characters = 0;

  constructor(field: string) {
    this.#field = field;
  }

  /** The values in emission order. */
  get values(): readonly Value[] {
    return this.#values;
  }

  /** The values of one part of a composite field. */
  part(name: string): readonly Value[] {
    return this.#parts.get(name) ?? [];
  }

  clear(): void {
    this.#values = [];
    this.#parts.clear();
    this.#characters = 0;
  }

  add(value: Value): void {
    this.#push(this.#values, value);
  }

  addPart(name: string, value: Value): void {
    const values = this.#parts.get(name) ?? [];
    this.#parts.set(name, values);
    this.#push(values, value);
  }

  #push(values: Value[], value: Value): void {
    if (values.length >= MAX_VALUES) throw this.#tooMuch(values.length + 1, 'values', MAX_VALUES);
    if (typeof value === 'string') {
      this.#characters += value.length;
      if (this.#characters > MAX_CHARACTERS) {
        throw this.#tooMuch(this.#characters, 'characters', MAX_CHARACTERS);
      }
    }
    values.push(value);
  }

  #tooMuch(count: number, what: string, most: number): Throwable {
    return illegalArgument(
      `Runtime field [${this.#field}] is emitting [${count}] ${what} while the maximum number of values allowed is [${most}]`,
    );
  }
}

/** The destination of `emit` while a script runs. */
let emission: RuntimeEmission | undefined;

/**
 * Runs a script of one of these contexts; afterwards `into` contains exactly the values it emitted.
 */
export function collectRuntime(into: RuntimeEmission, run: () => void): void {
  const outer = emission;
  emission = into;
  into.clear();
  try {
    run();
  } finally {
    emission = outer;
  }
}

const put = (value: Value): void => emission?.add(value);

function putPart(name: string, value: Value): void {
  emission?.addPart(name, value);
}

/** Adds the parts of a composite field; each element of a list is a value. */
function putParts(parts: JMap): void {
  for (const name of parts.keys()) {
    const value = parts.get(name);
    if (value instanceof JCollection) {
      for (const each of value.toArray()) putPart(textOf(name), each);
    } else putPart(textOf(name), value);
  }
}

type Emit = readonly [parameters: readonly string[], run: (...args: never[]) => void];

function runtimeContext(type: string, emits: readonly Emit[]): ScriptContext {
  const name = `${type}_field`;
  const functions = emits.map(
    ([parameters, run]): Method => ({
      owner: name,
      name: 'emit',
      boundArguments: 1,
      scriptClass: 'java.lang.Object',
      parameters,
      returns: 'void',
      run,
    }),
  );
  return { name, variables: [PARAMS, DOC], paramsHaveDocument: true, returns: 'void', functions };
}

export const booleanField = runtimeContext('boolean', [[['boolean'], put]]);

export const compositeField = runtimeContext('composite', [
  [['java.util.Map'], putParts],
  [['java.lang.String', 'java.lang.Object'], putPart],
]);

export const dateField = runtimeContext('date', [[['long'], put]]);

export const doubleField = runtimeContext('double', [
  [['double'], (value: number) => put(new JDouble(value))],
]);

export const geoPointField = runtimeContext('geo_point', [
  [['double', 'double'], (lat: number, lon: number) => put(`${lat}, ${lon}`)],
]);

export const ipField = runtimeContext('ip', [[['java.lang.String'], put]]);

export const keywordField = runtimeContext('keyword', [[['java.lang.String'], put]]);

export const longField = runtimeContext('long', [[['long'], put]]);
