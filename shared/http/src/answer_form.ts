/**
 * The requested form of a response: from `format`, `pretty`, `human`, `filter_path`, `error_trace`
 * and the `Accept` header.
 */
import { ApiError } from '@skein/errors';
import { type AnswerFormat, type MediaType, parseMediaType } from './content_type.js';
import { booleanParam, splitList } from './params.js';

export interface AnswerForm {
  /**
   * The format requested by name; undefined leaves it to the endpoint (JSON, or text for `_cat`).
   */
  readonly format: AnswerFormat | undefined;
  /** Content type of JSON responses: the caller's vendor type, else the plain one. */
  readonly jsonType: string;
  /** Undefined leaves it to the reply. */
  readonly pretty: boolean | undefined;
  readonly human: boolean;
  readonly errorTrace: boolean;
  readonly filterPath: readonly string[];
}

const PLAIN_JSON = 'application/json; charset=UTF-8';

export const DEFAULT_FORM: AnswerForm = {
  format: undefined,
  jsonType: PLAIN_JSON,
  pretty: undefined,
  human: false,
  errorTrace: false,
  filterPath: [],
};

export function answerForm(
  query: ReadonlyMap<string, string>,
  accept: string | undefined,
): AnswerForm {
  const accepted = accept === undefined ? undefined : acceptedType(accept);
  const format = formatParam(query.get('format')) ?? answerFormat(accepted);
  return {
    format,
    jsonType: jsonTypeOf(accepted),
    pretty: query.has('pretty') ? flag(query, 'pretty') : undefined,
    human: flag(query, 'human'),
    errorTrace: flag(query, 'error_trace'),
    filterPath: splitList(query.get('filter_path') ?? ''),
  };
}

function flag(query: ReadonlyMap<string, string>, name: string): boolean {
  const text = query.get(name);
  return text === undefined ? false : (booleanParam.parse(name, text) ?? false);
}

function formatParam(text: string | undefined): AnswerFormat | undefined {
  if (text === undefined) return undefined;
  const lower = text.toLowerCase();
  if (lower === 'json' || lower === 'application/json') return 'json';
  if (lower === 'yaml' || lower === 'application/yaml') return 'yaml';
  if (lower === 'cbor' || lower === 'application/cbor') return 'cbor';
  if (lower === 'smile' || lower === 'application/smile') return 'smile';
  if (lower === 'text' || lower === 'txt' || lower === 'text/plain') return 'text';
  throw new ApiError(
    'illegal_argument_exception',
    `unsupported value [${text}] for parameter [format], expected [json], [yaml], [cbor], [smile] or [text]`,
  );
}

/** The first supported type of an Accept list; a browser's list selects the default. */
function acceptedType(header: string): MediaType | undefined {
  for (const part of header.split(',')) {
    const type = parseMediaType(part.trim());
    if (type) return type.format === 'any' ? undefined : type;
  }
  return undefined;
}

function answerFormat(type: MediaType | undefined): AnswerFormat | undefined {
  if (type === undefined || type.format === 'any') return undefined;
  return type.format === 'ndjson' ? 'json' : type.format;
}

/**
 * A vendor type is answered with the same vendor type; the response to an NDJSON request is one
 * JSON value.
 */
function jsonTypeOf(type: MediaType | undefined): string {
  if (!type?.vendor) return PLAIN_JSON;
  const version =
    type.vendor.version === undefined ? '' : `;compatible-with=${type.vendor.version}`;
  return `application/vnd.${type.vendor.name}+json${version}`;
}
