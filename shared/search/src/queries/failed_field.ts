/** A fault inside an option that the reference's object parser reads: told as a fault of the option, with the fault itself as its cause. */
import type { JsonValue } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import { placePrefix, type QueryParseContext } from './query_parse_context.js';

/** Faults that say nothing of where they are: the option that has them is the root. */
const PLAIN_TYPES: ReadonlySet<string> = new Set([
  'illegal_argument_exception',
  'illegal_state_exception',
  'number_format_exception',
]);

interface FailedField {
  readonly query: string;
  readonly field: string;
  readonly json: JsonValue;
}

/** Runs what reads the option. */
export function readingField<T>(failed: FailedField, context: QueryParseContext, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    throw failedField(failed, context, asApiError(thrown));
  }
}

function failedField(
  { query, field, json }: FailedField,
  context: QueryParseContext,
  cause: ApiError,
): ApiError {
  const { line, col } = cause.metadata;
  const isPlaced = line !== undefined && col !== undefined;
  const place = isPlaced ? `[${line}:${col}] ` : (ownPlace(cause) ?? placePrefix(context, json));
  const reason = `${place}[${query}] failed to parse field [${field}]`;
  const roots = cause.rootCauses ?? (PLAIN_TYPES.has(cause.type) ? undefined : [cause]);
  return new ApiError('x_content_parse_exception', reason, {
    cause,
    ...(roots ? { rootCauses: roots } : {}),
  });
}

/** `[1:5] ` at the head of a reason. */
function ownPlace({ reason }: ApiError): string | undefined {
  return /^\[-?\d+:-?\d+\] /.exec(reason)?.[0];
}
