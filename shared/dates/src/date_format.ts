/**
 * Date formats as mappings and requests name them: alternatives separated by `||`, each a built-in
 * name or a Java pattern. The first one that can parse the text is used; the first one prints.
 */
import { expectDefined } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { DateFormat, DateParseOptions } from './date_format_type.js';
import { NAMED_FORMATS } from './named_formats.js';
import { compilePattern } from './pattern/compile_pattern.js';
import { elementFormat, type FormatAlternative } from './pattern/element_format.js';
import type { Instant } from './pattern/resolve_fields.js';
import { parseTimeZone, UTC } from './time_zone.js';

const MAX_CACHED_FORMATS = 1000;
const FORMATS = new Map<string, DateFormat>();

/** Throws illegal_argument_exception `Invalid format: [x]: …`. */
export function parseDateFormat(pattern: string): DateFormat {
  const known = FORMATS.get(pattern);
  if (known) return known;
  const format = createFormat(pattern);
  if (FORMATS.size < MAX_CACHED_FORMATS) FORMATS.set(pattern, format);
  return format;
}

function createFormat(pattern: string): DateFormat {
  // Elasticsearch 6 marked formats of java.time with a leading 8, which OpenSearch still ignores.
  const unmarked = pattern.startsWith('8') ? pattern.slice(1) : pattern;
  const alternatives = unmarked.split('||').map((part) => parseAlternative(part, pattern));
  const first = expectDefined(alternatives[0], 'a split text has a first part');
  return {
    pattern,
    hasWords: alternatives.some(({ hasWords }) => hasWords === true),
    parseMs: (text, options) => parseMs(alternatives, text, pattern, options),
    parseInstant: (text, options) => parseInstant(alternatives, text, pattern, options),
    parseNanos: (text, options) => {
      const instant = parseInstant(alternatives, text, pattern, options);
      return BigInt(instant.ms) * 1_000_000n + BigInt(instant.nanosOfMs);
    },
    format: (ms, timeZone, nanosOfMs = 0) =>
      first.print(ms, timeZone === undefined ? UTC : parseTimeZone(timeZone), nanosOfMs),
  };
}

function parseAlternative(part: string, pattern: string): FormatAlternative {
  const named = NAMED_FORMATS.get(part.trim());
  if (named) return named;
  const isBlank = pattern.trim() === '';
  if (part === '' || isBlank) {
    throw new ApiError(
      'illegal_argument_exception',
      isBlank
        ? 'No date pattern provided'
        : `Cannot have empty element in multi date format pattern: ${pattern}`,
    );
  }
  try {
    return elementFormat(compilePattern(part), { strict: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const reason = `Invalid format: [${part}]: ${error.reason}`;
    throw new ApiError('illegal_argument_exception', reason, { cause: error });
  }
}

function parseMs(
  alternatives: readonly FormatAlternative[],
  text: string,
  pattern: string,
  options: DateParseOptions | undefined,
): number {
  if (options === undefined || (!options.roundUp && options.timeZone === undefined)) {
    for (const alternative of alternatives) {
      const ms = alternative.fastMs?.(text) ?? Number.NaN;
      if (!Number.isNaN(ms)) return ms;
      // A slower alternative earlier in the list has precedence.
      if (alternative.fastMs === undefined) break;
      if (!onlyDigits(text)) break;
    }
  }
  return parseInstant(alternatives, text, pattern, options).ms;
}

/**
 * True for digits alone that are too long to be a year: no ISO parser accepts them, so the next
 * alternative can be tried at once.
 */
function onlyDigits(text: string): boolean {
  if (text.length < 5) return false;
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= 0 && digit <= 9)) return false;
  }
  return true;
}

function parseInstant(
  alternatives: readonly FormatAlternative[],
  text: string,
  pattern: string,
  options: DateParseOptions = {},
): Instant {
  const zone = options.timeZone === undefined ? UTC : parseTimeZone(options.timeZone);
  const parseOptions = {
    roundUp: options.roundUp === true,
    zone,
    ignoreTextZone: options.ignoreTextZone === true,
    epochIsLocal: options.epochIsLocal === true,
    defaultYear: options.defaultYear,
  };
  let failure: ApiError | undefined;
  let several = alternatives.length > 1;
  if (text !== '') {
    for (const alternative of alternatives) {
      const result = alternative.parse(text, parseOptions);
      if (!(result instanceof ApiError)) return result;
      // The text was read but is not a valid date: no other alternative is tried.
      if (result.type === 'date_time_exception') throw result;
      failure = result;
      several ||= alternative.several === true;
    }
  }
  throw parseFailure(text, pattern, several ? undefined : failure);
}

function parseFailure(text: string, pattern: string, failure: ApiError | undefined): ApiError {
  if (text === '') return new ApiError('illegal_argument_exception', 'cannot parse empty date');
  const cause =
    failure ??
    new ApiError('date_time_parse_exception', 'Failed to parse with all enclosed parsers');
  return new ApiError(
    'illegal_argument_exception',
    `failed to parse date field [${text}] with format [${pattern}]`,
    { cause },
  );
}
