/** `bytes`: converts `1kb` to 1024. */
import { javaDouble, javaTrim, UNIT_BYTES } from '@skein/base';
import { ApiError } from '@skein/errors';
import { illegalArgument, numberFormat } from '../faults.js';
import { parseWhole } from '../text/java_number.js';
import { stringProcessor } from './string_processor.js';

/** OpenSearch's messages have this text in the place of a setting's name. */
const SETTING = 'Ingest Field';
const MAX_LONG = 2n ** 63n - 1n;

export const bytes = stringProcessor('bytes', () => sizeOf);

function sizeOf(text: string): bigint {
  const lower = javaTrim(text).toLowerCase();
  if (lower === '-1' || lower === '0') return BigInt(lower);
  const [, digits, unit] = /^(.*?)[\0-\x20]*([kmgtp]b?|b)$/s.exec(lower) ?? [];
  if (digits === undefined || unit === undefined) {
    throw parseError(
      `failed to parse setting [${SETTING}] with value [${text}] as a size in bytes: unit is missing or unrecognized`,
    );
  }
  const count = parseWhole(digits, 64);
  if (count === undefined || digits.startsWith('0x')) throw notWhole(text, digits, unit);
  const size = count * BigInt(UNIT_BYTES[unit] ?? 1);
  if (size >= -1n && size <= MAX_LONG) return size;
  throw parseError(
    `failed to parse setting [${SETTING}] with value [${text}] as a size in bytes`,
    illegalArgument(
      size > MAX_LONG
        ? `Values greater than ${MAX_LONG} bytes are not supported: ${lower}`
        : `Values less than -1 bytes are not supported: ${lower}`,
    ),
  );
}

function notWhole(text: string, digits: string, unit: string): ApiError {
  const cause = numberFormat(digits);
  if (unit === 'b') return cause;
  if (javaDouble(digits) === undefined) return parseError(`failed to parse [${text}]`, cause);
  return parseError(
    `Failed to parse bytes value [${text}]. Fractional bytes values have been deprecated since Legacy 6.2. Use non-fractional bytes values instead: found for setting [${SETTING}]`,
    cause,
  );
}

function parseError(reason: string, cause?: ApiError): ApiError {
  return new ApiError('parse_exception', reason, { cause });
}
