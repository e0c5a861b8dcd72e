/** The value of a completion field in a document: inputs with their weights and contexts. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import { type CompletionContext, contextNamed, contextValues } from './completion_contexts.js';
import { valueToken } from './value_token.js';

export interface CompletionInput {
  readonly input: string;
  readonly weight: number;
  /** By context name. */
  readonly contexts: ReadonlyMap<string, readonly string[]>;
}

interface InputField {
  readonly name: string;
  readonly contexts: readonly CompletionContext[] | undefined;
}

const NO_CONTEXTS: ReadonlyMap<string, readonly string[]> = new Map();
const DEFAULT_WEIGHT = 1;
const MAX_WEIGHT = 2_147_483_647;
const KEYS = ['input', 'weight', 'contexts'];

/** Returns each input once. */
export function completionInputs(value: JsonValue, field: InputField): readonly CompletionInput[] {
  const inputs = new Map<string, CompletionInput>();
  if (!isJsonArray(value)) readInto(inputs, value, { field, called: field.name });
  else for (const one of value) readInto(inputs, one, { field, called: 'null' });
  return [...inputs.values()];
}

function readInto(
  inputs: Map<string, CompletionInput>,
  value: JsonValue,
  { field, called }: { readonly field: InputField; readonly called: string },
): void {
  if (typeof value === 'string') {
    inputs.set(value, { input: value, weight: DEFAULT_WEIGHT, contexts: NO_CONTEXTS });
  } else if (isJsonObject(value)) readObject(inputs, value, field);
  else {
    throw new ApiError(
      'parsing_exception',
      `failed to parse [${called}]: expected text or object, but got ${valueToken(value)}`,
    );
  }
}

/** If inputs are equal, the one with the highest weight counts. */
function readObject(
  inputs: Map<string, CompletionInput>,
  json: JsonObject,
  field: InputField,
): void {
  const unknown = Object.keys(json).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) {
    throw illegalArgument(`unknown field name [${unknown}], must be one of [${KEYS.join(', ')}]`);
  }
  const weight = json.weight === undefined ? DEFAULT_WEIGHT : weightOf(json.weight);
  const contexts = json.contexts === undefined ? NO_CONTEXTS : contextsIn(json.contexts, field);
  for (const input of textsIn(json.input)) {
    const known = inputs.get(input);
    if (known === undefined || known.weight < weight)
      inputs.set(input, { input, weight, contexts });
  }
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return [value];
  if (!isJsonArray(value)) {
    throw illegalArgument(`input must be a string or array, but was [${valueToken(value)}]`);
  }
  return value.map((one) => {
    if (typeof one === 'string') return one;
    throw illegalArgument(`input array must have string values, but was [${valueToken(one)}]`);
  });
}

function weightOf(value: JsonValue): number {
  if (value === null || typeof value === 'boolean' || typeof value === 'object') {
    throw illegalArgument(`weight must be a number or string, but was [${valueToken(value)}]`);
  }
  const number =
    typeof value === 'string' && !/^[+-]?\d+$/.test(value) ? Number.NaN : Number(value);
  if (!Number.isInteger(number)) {
    throw illegalArgument(`weight must be an integer, but was [${String(value)}]`);
  }
  if (number >= 0 && number <= MAX_WEIGHT) return number;
  throw illegalArgument(
    `weight must be in the interval [0..${MAX_WEIGHT}], but was [${String(value)}]`,
  );
}

function contextsIn(
  json: JsonValue,
  { name: path, contexts }: InputField,
): ReadonlyMap<string, readonly string[]> {
  if (contexts === undefined) {
    throw illegalArgument(`contexts field is not supported for field: [${path}]`);
  }
  if (!isJsonObject(json)) {
    throw illegalArgument(`contexts must be an object or an array , but was [${valueToken(json)}]`);
  }
  return new Map(
    Object.entries(json).map(([name, value = null]) => [
      name,
      contextValues(contextNamed(contexts, name), value),
    ]),
  );
}
