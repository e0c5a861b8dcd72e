/** The options of a query for one value of a field: the value itself, under either of its names. */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  type FieldQueryShape,
  fieldNameMissing,
  readFieldQuery,
  requireFieldName,
} from './field_query.js';
import { AS_VALUE, type OptionReaders, readOptions } from './header.js';
import { intoDraft } from './into_draft.js';
import type { QueryParseContext } from './query_parse_context.js';

interface TermShape extends Omit<FieldQueryShape, 'valueOption' | 'missing'> {
  readonly context: QueryParseContext;
  /** The readers of the query's other options. */
  readonly more?: OptionReaders;
}

export function readTerm(body: JsonObject, { context, more, ...shape }: TermShape) {
  const { query } = shape;
  const whole: FieldQueryShape = { ...shape, valueOption: 'value', missing: fieldNameMissing };
  const { field, options, trailing } = readFieldQuery(whole, body, context);
  const draft: { value: JsonValue } = { value: null };
  const token = intoDraft(draft, 'value', (json: JsonValue) => json);
  const readers = { value: { token }, term: { token }, ...more };
  const manners = AS_VALUE;
  const header = readOptions({ query, options, context, trailing, manners }, readers);
  requireFieldName(field, fieldNameMissing);
  const { value } = draft;
  if (value === null) throw new ApiError('illegal_argument_exception', 'value cannot be null');
  return { header, field, value };
}
