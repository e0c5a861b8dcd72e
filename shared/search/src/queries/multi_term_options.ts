/** What `prefix` and `wildcard` share: a pattern, case, and how the terms it stands for are scored. */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { fieldNameMissing, readFieldQuery } from './field_query.js';
import { readOptions } from './header.js';
import { booleanOf, textOf, textOrNull } from './options.js';
import type { NodeHeader } from './query_node.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';

export interface MultiTermParams extends NodeHeader {
  readonly field: string;
  readonly pattern: string;
  readonly caseInsensitive: boolean;
}

export interface MultiTermShape {
  readonly query: string;
  /** Options that hold the pattern; the first is the usual one. */
  readonly valueOptions: readonly [string, ...string[]];
}

export function readMultiTerm(
  shape: MultiTermShape,
  body: JsonObject,
  context: QueryParseContext,
): MultiTermParams {
  const { query, valueOptions } = shape;
  const [valueOption] = valueOptions;
  const fieldShape = { query, valueOption, outerHeader: true, missing: fieldNameMissing };
  const { field, options } = readFieldQuery(fieldShape, body, context);
  let pattern: string | undefined;
  let caseInsensitive = false;
  const readPattern = (json: JsonValue) => {
    pattern = textOrNull(json);
  };
  const header = readOptions(
    { query, options, context },
    {
      ...Object.fromEntries(valueOptions.map((option) => [option, readPattern])),
      case_insensitive: (json) => {
        caseInsensitive = booleanOf(json);
      },
      rewrite: (json) => checkRewrite(json, query, context),
    },
  );
  if (pattern === undefined) {
    throw new ApiError('illegal_argument_exception', 'value cannot be null');
  }
  return { ...header, field, pattern, caseInsensitive };
}

/** Terms of these queries all score the boost; the scoring rewrites are refused by name until they exist. */
function checkRewrite(json: JsonValue, query: string, context: QueryParseContext): void {
  if (json === null) return;
  const method = textOf(json);
  if (method === 'constant_score' || method === 'constant_score_boolean') return;
  if (/^(scoring_boolean|top_terms(_boost|_blended_freqs)?_\d+)$/.test(method)) {
    throw parsingError(context, `[${query}] rewrite [${method}] is not supported yet`);
  }
  throw new ApiError('illegal_argument_exception', `Failed to parse rewrite_method [${method}]`);
}
