/** One alternative of a date format, made of elements: parses and prints. */
import { ApiError } from '@skein/errors';
import type { TimeZone } from '../time_zone.js';
import { isOfNoEra } from './conflicts.js';
import type { Element } from './element.js';
import { emptyFields } from './fields.js';
import { parseElements } from './parse_elements.js';
import { printElements } from './print_elements.js';
import { type Instant, resolveFields } from './resolve_fields.js';

interface AlternativeOptions {
  readonly roundUp: boolean;
  readonly zone: TimeZone;
  readonly ignoreTextZone?: boolean;
  readonly epochIsLocal?: boolean;
  readonly defaultYear?: number | undefined;
}

export interface FormatAlternative {
  /**
   * Milliseconds of a text in the usual form of the format, UTC if it names no zone; NaN for other
   * texts, valid or not, which `parse` reads. It never throws and never allocates, because every
   * indexed date passes through it.
   */
  readonly fastMs?: (text: string) => number;
  /** The instant, or the error if the text is invalid. */
  parse(text: string, options: AlternativeOptions): Instant | ApiError;
  print(ms: number, zone: TimeZone, nanosOfMs: number): string;
  /**
   * True if OpenSearch tries several parsers under this one name, which its error message shows.
   */
  readonly several?: boolean;
  /** True if there are words among the elements. */
  readonly hasWords?: boolean;
}

interface ElementFormatOptions {
  readonly strict: boolean;
  readonly printer?: readonly Element[];
  readonly fastMs?: (text: string) => number;
}

export function elementFormat(
  elements: readonly Element[],
  options: ElementFormatOptions,
): FormatAlternative {
  const printer = options.printer ?? elements;
  return {
    hasWords: elements.some(isText),
    ...(options.fastMs ? { fastMs: options.fastMs } : {}),
    parse: (text, parseOptions) =>
      parse(elements, text, { ...parseOptions, strict: options.strict }),
    print: (ms, zone, nanosOfMs) => printElements(printer, { ms, nanosOfMs }, zone),
  };
}

function isText(element: Element): boolean {
  switch (element.kind) {
    case 'text':
      return true;
    case 'optional':
      return element.elements.some(isText);
    case 'padded':
      return isText(element.element);
    default:
      return false;
  }
}

function parse(
  elements: readonly Element[],
  text: string,
  options: AlternativeOptions & { readonly strict: boolean },
): Instant | ApiError {
  const fields = emptyFields();
  const end = parseElements(elements, text, 0, fields);
  if (end < 0) return failure(`Text '${shownText(text)}' could not be parsed at index ${~end}`);
  if (end < text.length) {
    return failure(
      `Text '${shownText(text)}' could not be parsed, unparsed text found at index ${end}`,
    );
  }
  const resolved = resolveFields(fields, options);
  if (typeof resolved !== 'string') return resolved;
  const cause = new ApiError('date_time_exception', resolved);
  if (isOfNoEra(fields) && resolved.startsWith('Invalid date')) return cause;
  return failure(`Text '${shownText(text)}' could not be parsed: ${resolved}`, cause);
}

/** Java shows this many characters of a text that is not a date. */
const MAX_SHOWN_CHARS = 64;

export function shownText(text: string): string {
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}...` : text;
}

function failure(reason: string, cause?: ApiError): ApiError {
  return new ApiError('date_time_parse_exception', reason, { cause });
}
