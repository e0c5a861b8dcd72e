/** Options that metrics share, checked as in OpenSearch. */
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { integerOf } from '../queries/options.js';
import type { BodyLocator } from '../request/body_location.js';
import { type FieldReaders, into, readFields } from '../request/object_fields.js';

const DEFAULT_K = 10;
const DEFAULT_THRESHOLD = 1;

interface Options {
  readonly name: string;
  readonly json: JsonObject;
  readonly locate: BodyLocator;
}

function readK({ name, json, locate }: Options, more: FieldReaders): number {
  const draft = { k: DEFAULT_K };
  const readers = { ...more, k: into(draft, 'k', 'number', integerOf) };
  readFields(json, readers, { name, locate });
  return draft.k;
}

/** Reads `k` and the options of a metric that OpenSearch checks only as the size of a search. */
export function readSize(options: Options, more: FieldReaders): number {
  const k = readK(options, more);
  if (k >= 0) return k;
  const reason = `[size] parameter cannot be negative, found [${k}]`;
  throw new ApiError('illegal_argument_exception', reason);
}

interface Relevance {
  readonly k: number;
  /** The lowest rating of a relevant document. */
  readonly threshold: number;
}

/** Reads `k` and `relevant_rating_threshold`. */
export function readRelevance(options: Options, more: FieldReaders = {}): Relevance {
  const draft = { threshold: DEFAULT_THRESHOLD };
  const k = readK(options, {
    ...more,
    relevant_rating_threshold: into(draft, 'threshold', 'number', integerOf),
  });
  if (k <= 0) throw unbuilt(options.name, 'Window size k must be positive.');
  if (draft.threshold >= 0) return { k, ...draft };
  const { name } = options;
  throw unbuilt(name, `Relevant rating threshold for ${name} must be positive integer.`);
}

export function unbuilt(name: string, reason: string): ApiError {
  return new ApiError(
    'x_content_parse_exception',
    `Failed to build [${name}] after last required field arrived`,
    { cause: new ApiError('illegal_argument_exception', reason) },
  );
}
