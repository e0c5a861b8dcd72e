export type {
  ApiErrorOptions,
  ErrorBody,
  ErrorMetadata,
  Placing,
  PlainError,
} from './api_error.js';
export {
  ApiError,
  asApiError,
  errorDetail,
  errorResponse,
  fromPlainError,
  illegalArgument,
  invalidRequest,
  isVersionConflict,
  toPlainError,
} from './api_error.js';
export type { ErrorType } from './catalog.js';
export { ERROR_STATUS, isErrorType, isJavaError } from './catalog.js';
export { readLengthMs, readTimeMs } from './time_value.js';
