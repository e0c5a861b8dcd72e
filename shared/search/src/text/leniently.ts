/** `lenient`: what a field cannot take matches nothing. */
import { ApiError } from '@skein/errors';
import { matchNoneQuery, type Query } from '@skein/search_library';

/** The node's own troubles are nobody's value: no memory for the query, for instance. */
function isFaultOfValue(error: ApiError): boolean {
  const { status, type } = error;
  const isOfRequest = status < 500 || type === 'illegal_state_exception';
  return isOfRequest && status !== 429 && !isOfSyntax(error);
}

/** What a query's text may not be, whatever the field takes. */
export function isOfSyntax({ type, reason }: ApiError): boolean {
  return type === 'parse_exception' && reason.startsWith("Cannot parse '");
}

/** With `lenient`, a value the field cannot take matches nothing instead of failing. */
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
