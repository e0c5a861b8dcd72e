/**
 * Options that `prefix` and `wildcard` share: a pattern, case sensitivity, and the scoring of the
 * matched terms.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { fieldNameMissing, readFieldQuery, requireFieldName } from './field_query.js';
import { AS_VALUE, readOptions } from './header.js';
import { booleanOf, textOrNull } from './options.js';
import type { NodeHeader } from './query_node.js';
import type { QueryParseContext } from './query_parse_context.js';

export interface MultiTermParams extends NodeHeader {
  readonly field: string;
  readonly pattern: string;
  readonly caseInsensitive: boolean;
  /** The scoring method; it is checked when the query is bound to an index. */
  readonly rewrite: string | undefined;
}

interface MultiTermShape {
  readonly query: string;
  /** The options that contain the pattern; the first is the usual one. */
  readonly valueOptions: readonly [string, ...string[]];
  /** If true, a null pattern is refused. */
  readonly refusesNull?: true;
}

export function readMultiTerm(
  shape: MultiTermShape,
  body: JsonObject,
  context: QueryParseContext,
): MultiTermParams {
  const { query, valueOptions, ...manner } = shape;
  const [valueOption] = valueOptions;
  const fieldShape = { ...manner, query, valueOption, missing: fieldNameMissing };
  const { field, options, trailing } = readFieldQuery(fieldShape, body, context);
  let pattern: string | undefined;
  let caseInsensitive = false;
  let rewrite: string | undefined;
  const readPattern = (json: JsonValue) => {
    pattern = textOrNull(json);
  };
  const header = readOptions(
    { query, options, context, trailing, manners: AS_VALUE },
    {
      ...Object.fromEntries(valueOptions.map((option) => [option, readPattern])),
      case_insensitive: (json) => {
        caseInsensitive = booleanOf(json);
      },
      rewrite: (json) => {
        rewrite = textOrNull(json);
      },
    },
  );
  requireFieldName(field, fieldNameMissing);
  if (pattern === undefined) {
    throw new ApiError('illegal_argument_exception', 'value cannot be null');
  }
  return { ...header, field, pattern, caseInsensitive, rewrite };
}
