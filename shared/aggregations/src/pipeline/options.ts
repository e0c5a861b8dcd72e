/**
 * Options that pipelines have in common. OpenSearch reads most of them token by token
 * (`readTokens`); the others are objects of known fields (`readFields` of `reading`).
 */
import { isJsonArray, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type FieldReaders, readFields, textOf } from '@skein/reading';
import type { ParseContext } from '../aggregation_type.js';
import { parsing } from '../options/token_fields.js';
import { type BucketPath, parseBucketPath } from './bucket_path.js';
import { type GapPolicy, gapPolicyOf } from './gap_policy.js';

/** The options that nearly every pipeline has. */
export interface CommonOptions {
  paths: readonly BucketPath[];
  gapPolicy: GapPolicy;
  /** A pattern of a decimal number. */
  format: string | undefined;
}

export function commonOptions(): CommonOptions {
  return { paths: [], gapPolicy: 'skip', format: undefined };
}

/** Token readers of `buckets_path` (a path or a list of paths), `format` and `gap_policy`. */
export function commonReaders(options: CommonOptions) {
  return {
    string: {
      buckets_path: (text: string) => {
        options.paths = [parseBucketPath(text)];
      },
      format: (text: string) => {
        options.format = text;
      },
      gap_policy: (text: string) => {
        options.gapPolicy = gapPolicyOf(text);
      },
    },
    array: {
      buckets_path: (texts: readonly JsonValue[]) => {
        options.paths = texts.map((text) => parseBucketPath(textOf(text)));
      },
    },
  };
}

/** The same options for objects of known fields. */
export function commonFields(options: CommonOptions): FieldReaders {
  return {
    buckets_path: [
      'string_array',
      (json) => {
        const texts = isJsonArray(json) ? json : [json];
        options.paths = texts.map((text) => parseBucketPath(textOf(text)));
      },
    ],
    format: [
      'string',
      (json) => {
        options.format = textOf(json);
      },
    ],
    gap_policy: [
      'string',
      (json) => {
        options.gapPolicy = gapPolicyOf(json);
      },
    ],
  };
}

/** Readers of `buckets_path` and `format`, for pipelines without a `gap_policy`. */
export function fieldsWithoutGaps(options: CommonOptions): FieldReaders {
  const { gap_policy: _unknown, ...fields } = commonFields(options);
  return fields;
}

/** Reads the options of a pipeline that has only `buckets_path` and `format`. */
export function readPathAndFormat(json: JsonObject, context: ParseContext): CommonOptions {
  const options = commonOptions();
  readObject(json, fieldsWithoutGaps(options), { context, required: ['buckets_path'] });
  return options;
}

export function requirePaths(
  { paths }: CommonOptions,
  json: JsonObject,
  { context, kind }: { readonly context: ParseContext; readonly kind: string },
): void {
  if (paths.length > 0) return;
  const of = kind === '' ? 'aggregation' : `${kind} aggregation`;
  const reason = `Missing required field [buckets_path] for ${of} [${context.name}]`;
  throw parsing(reason, { context, inside: json });
}

/** Reads an object of known fields, and refuses it if a `required` one is absent. */
export function readObject(
  json: JsonObject,
  readers: FieldReaders,
  { context, required }: { readonly context: ParseContext; readonly required: readonly string[] },
): void {
  readFields(json, readers, { name: context.type, locate: context.locate });
  const missing = required.filter((field) => !Object.hasOwn(json, field));
  if (missing.length === 0) return;
  throw new ApiError('illegal_argument_exception', `Required [${missing.join(', ')}]`);
}
