import { parseByteSize } from '@skein/base';
import { ApiError } from '@skein/errors';

/** A size in a body, as bytes. Throws parse_exception. */
export function byteSizeOption(name: string, text: string): number {
  const bytes = parseByteSize(text);
  if (bytes !== undefined) return bytes;
  throw new ApiError(
    'parse_exception',
    `failed to parse setting [${name}] with value [${text}] as a size in bytes: unit is missing or unrecognized`,
  );
}
