/** Sizes in bytes as the `bytes` processor reads them, with OpenSearch's errors. */
import { asciiDigits, javaDouble, javaTrim, UNIT_BYTES } from '@skein/base';
import { ApiError, illegalArgument } from '@skein/errors';

/** OpenSearch's messages have this text in the place of a setting's name. */
const SETTING = 'Ingest Field';
const MAX_LONG = 2n ** 63n - 1n;
const LONGEST_UNIT = 2;

/** The bytes of a text such as `1kb`. */
export function byteSize(text: string): bigint {
  const lower = javaTrim(text).toLowerCase();
  if (lower === '-1' || lower === '0') return BigInt(lower);
  const unit = /(?:[kmgtp]b?|b)$/.exec(lower.slice(-LONGEST_UNIT))?.[0];
  if (unit === undefined) {
    throw parseError(
      `failed to parse setting [${SETTING}] with value [${text}] as a size in bytes: unit is missing or unrecognized`,
    );
  }
  const digits = javaTrim(lower.slice(0, -unit.length));
  const count = wholeNumber(digits);
  if (count === undefined) throw notWhole(text, digits, unit);
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

const WHOLE = /^[+-]?\d{1,40}$/;

function wholeNumber(digits: string): bigint | undefined {
  const text = asciiDigits(digits);
  if (!WHOLE.test(text)) return undefined;
  const value = BigInt(text.replace('+', ''));
  return value === BigInt.asIntN(64, value) ? value : undefined;
}

function notWhole(text: string, digits: string, unit: string): ApiError {
  const cause = new ApiError('number_format_exception', `For input string: "${digits}"`);
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
