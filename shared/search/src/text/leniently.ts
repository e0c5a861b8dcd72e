/** `lenient`: values that are invalid for a field match nothing. */
import { ApiError } from '@skein/errors';
import { matchNoneQuery, type Query } from '@skein/search_library';

/** Errors of the node, such as a lack of memory for the query, are not errors of the value. */
function isFaultOfValue(error: ApiError): boolean {
  const { status, type } = error;
  const isOfRequest = status < 500 || type === 'illegal_state_exception';
  return isOfRequest && status !== 429 && !isOfSyntax(error);
}

/** True for syntax errors in the query's text, which do not depend on the field. */
export function isOfSyntax({ type, reason }: ApiError): boolean {
  return type === 'parse_exception' && reason.startsWith("Cannot parse '");
}

/** With `lenient`, a value that is invalid for the field matches nothing instead of failing. */
export function leniently(lenient: boolean, field: string, build: () => Query): Query {
  if (!lenient) return build();
  try {
    return build();
  } catch (thrown) {
    if (thrown instanceof ApiError && isFaultOfValue(thrown)) {
      return matchNoneQuery(
        `failed [${field}] query, caused by ${thrown.type}:[${thrown.message}]`,
      );
    }
    throw thrown;
  }
}
