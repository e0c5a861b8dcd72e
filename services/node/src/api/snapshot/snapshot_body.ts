/** Common fields of snapshot bodies: the indices, and their options. */
import { type IndicesOptions, indicesOptions } from '@skein/cluster';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { splitList } from '@skein/http';
import { namedFlag } from '../named_flag.js';

export type BodyFields = Readonly<Record<string, JsonValue | undefined>>;

const EXPRESSION_FIELDS: readonly string[] = [
  'indices',
  'ignore_unavailable',
  'allow_no_indices',
  'expand_wildcards',
];

export function fault(reason: string, cause?: ApiError): ApiError {
  return new ApiError('illegal_argument_exception', reason, cause === undefined ? {} : { cause });
}

/** Throws for an unknown field, so that nothing is ignored silently. */
export function refuseOthers(body: BodyFields, known: readonly string[]): void {
  const names = new Set([...EXPRESSION_FIELDS, ...known]);
  const unknown = Object.keys(body).find((key) => !names.has(key));
  if (unknown !== undefined) throw fault(`Unknown parameter ${unknown}`);
}

/** An empty list means all indices. */
export function readIndices(body: BodyFields): readonly string[] {
  const { indices } = body;
  if (indices === undefined) return [];
  if (typeof indices === 'string') return splitList(indices);
  return readTexts(indices, 'malformed indices section, should be an array of strings');
}

export function readTexts(value: JsonValue | undefined, reason: string): string[] {
  if (!isJsonArray(value)) throw fault(reason);
  return value.map((one) => {
    if (typeof one !== 'string') throw fault(reason);
    return one;
  });
}

export function readFlag(body: BodyFields, name: string, absent: boolean): boolean {
  const value = body[name];
  return value === undefined ? absent : namedFlag(name, value);
}

export function readText(body: BodyFields, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || typeof value === 'string') return value;
  throw fault(`malformed ${name}`);
}

export function readMetadata(body: BodyFields): JsonObject | undefined {
  const { metadata } = body;
  if (metadata === undefined || metadata === null) return undefined;
  if (isJsonObject(metadata)) return metadata;
  throw fault('malformed metadata, should be an object');
}

/** The options of the body's index expression. */
export function readIndicesOptions(body: BodyFields, defaults: IndicesOptions): IndicesOptions {
  const wildcards = body.expand_wildcards;
  return indicesOptions(
    {
      ignoreUnavailable: readFlag(body, 'ignore_unavailable', defaults.ignoreUnavailable),
      allowNoIndices: readFlag(body, 'allow_no_indices', defaults.allowNoIndices),
      ...(wildcards === undefined
        ? {}
        : {
            expandWildcards:
              typeof wildcards === 'string'
                ? splitList(wildcards)
                : readTexts(wildcards, `No valid expand wildcard value [${String(wildcards)}]`),
          }),
    },
    defaults,
  );
}
