/** Objects of a search body that know their fields: what the reference's object parser says of the others, and of values it cannot take. */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import type { BodyLocator } from './body_location.js';

export interface ObjectReading {
  /** As messages name the object. */
  readonly name: string;
  readonly locate: BodyLocator;
}

export type FieldReaders = Readonly<Record<string, (json: JsonValue) => void>>;

/** Hands each field to its reader. */
export function readFields(
  json: JsonObject,
  readers: FieldReaders,
  { name, locate }: ObjectReading,
): void {
  const location = locate(json);
  const place = location ? `[${location.line}:${location.column}] ` : '';
  for (const [key, value = null] of Object.entries(json)) {
    const read = Object.hasOwn(readers, key) ? readers[key] : undefined;
    if (!read) throw refused(`${place}[${name}] unknown field [${key}]`);
    try {
      read(value);
    } catch (thrown) {
      throw refused(`${place}[${name}] failed to parse field [${key}]`, asApiError(thrown));
    }
  }
}

/** Faults of form are shown as what they began with; others belong to the field they were found in. */
function refused(reason: string, cause?: ApiError): ApiError {
  const isForm = cause !== undefined && FORM_FAULTS.has(cause.type);
  const rootCauses = isForm ? (cause.rootCauses ?? [cause]) : undefined;
  return new ApiError('x_content_parse_exception', reason, {
    cause,
    ...(rootCauses ? { rootCauses } : {}),
  });
}

const FORM_FAULTS: ReadonlySet<string> = new Set([
  'parsing_exception',
  'x_content_parse_exception',
]);
