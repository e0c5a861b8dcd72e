/**
 * Converts errors to responses: `{"error": {root_cause, type, reason, …}, "status": N}`. Nothing
 * else does.
 */
import { isJsonArray, isJsonObject, type JsonObject } from '@skein/content';
import { ApiError, asApiError, errorResponse } from '@skein/errors';
import type { Reply } from '@skein/http';

/** The response of an error. Metadata that is no JSON value is printed as text. */
export function errorReply(thrown: unknown, options: { readonly errorTrace: boolean }): Reply {
  const error = asApiError(thrown);
  const { error: detail, status } = errorResponse(error);
  const stack = options.errorTrace ? stackOf(thrown) : undefined;
  const body = stack === undefined ? detail : withStack(detail, stack);
  return {
    status,
    headers: error.headers,
    body: { kind: 'json', value: { error: body, status } },
  };
}

/**
 * The short form that OpenSearch uses before a request has reached an endpoint: `{"error": "text",
 * "status": N}`.
 */
export function plainErrorReply(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return { status, headers, body: { kind: 'json', value: { error: message, status } } };
}

/** True for media type errors, which are answered in the short form. */
export function isMediaTypeError(thrown: unknown): thrown is ApiError {
  return thrown instanceof ApiError && thrown.type === 'media_type_header_exception';
}

function stackOf(thrown: unknown): string {
  return thrown instanceof Error && thrown.stack !== undefined ? thrown.stack : String(thrown);
}

function withStack(detail: JsonObject, stack: string): JsonObject {
  const roots = detail.root_cause;
  const traced = (isJsonArray(roots) ? roots : []).map((root) => ({
    ...(isJsonObject(root) ? root : {}),
    stack_trace: stack,
  }));
  return { ...detail, root_cause: traced, stack_trace: stack };
}
