/**
 * Media types of requests and responses. Skein reads JSON, NDJSON, YAML, CBOR and Smile, under
 * their plain names and under the vendor names of the Elasticsearch (compatible with 7, 8 and 9)
 * and OpenSearch clients, and responds with the vendor name of the request.
 */
import { ApiError } from '@skein/errors';

export type BodyFormat = 'json' | 'ndjson' | 'yaml' | 'cbor' | 'smile';
/** Formats of responses. */
export type AnswerFormat = 'json' | 'yaml' | 'cbor' | 'smile' | 'text';

export interface MediaType {
  readonly format: BodyFormat | 'text' | 'any';
  /** `elasticsearch` or `opensearch`, with the requested major version. */
  readonly vendor: { readonly name: string; readonly version: string | undefined } | undefined;
}

const SUBTYPES: Readonly<Record<string, BodyFormat>> = {
  json: 'json',
  'x-ndjson': 'ndjson',
  'x-json-stream': 'ndjson',
  yaml: 'yaml',
  'x-yaml': 'yaml',
  cbor: 'cbor',
  smile: 'smile',
};
const VENDOR = /^vnd\.(elasticsearch|opensearch)\+(.+)$/;
const COMPATIBLE_VERSIONS: Readonly<Record<string, readonly string[]>> = {
  elasticsearch: ['7', '8', '9'],
  opensearch: ['1', '2', '3', '7', '8', '9'],
};

/** Parsed headers by text, because a client repeats the same one. */
const known = new Map<string, MediaType | undefined>();
const MAX_KNOWN = 64;
const MAX_KNOWN_LENGTH = 200;

/** Parses one media type with parameters; undefined if it is not supported. */
export function parseMediaType(text: string): MediaType | undefined {
  if (known.has(text)) return known.get(text);
  const type = readMediaType(text);
  if (text.length > MAX_KNOWN_LENGTH) return type;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, type);
  return type;
}

function readMediaType(text: string): MediaType | undefined {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  if (name === '*/*' || name === 'application/*') return { format: 'any', vendor: undefined };
  if (name === 'text/plain' || name === 'text/*') return { format: 'text', vendor: undefined };
  const [type, subtype = ''] = name.split('/');
  if (type === 'text')
    return subtype === 'yaml' ? { format: 'yaml', vendor: undefined } : undefined;
  if (type !== 'application') return undefined;
  const vendor = VENDOR.exec(subtype);
  const format = lookUp(SUBTYPES, vendor?.[2] ?? subtype);
  if (format === undefined) return undefined;
  if (!vendor) return { format, vendor: undefined };
  const vendorName = vendor[1] ?? '';
  const version = parameters.find((part) => part.startsWith('compatible-with='))?.slice(16);
  if (version !== undefined && !lookUp(COMPATIBLE_VERSIONS, vendorName)?.includes(version)) {
    return undefined;
  }
  return { format, vendor: { name: vendorName, version } };
}

function lookUp<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

const APPLICATION = /^\s*application\/\*\s*(?:;|$)/i;

/**
 * The format of a request body by its header. `ndjson`: true if the endpoint reads a stream of
 * lines. As in OpenSearch, other endpoints treat a stream as JSON, because clients send the same
 * type with all requests.
 */
export function bodyFormat(header: string | undefined, options: { ndjson: boolean }): BodyFormat {
  if (header === undefined || header.trim() === '') {
    throw new ApiError('media_type_header_exception', 'Content-Type header is missing');
  }
  // As in OpenSearch, a body of any type of application is JSON.
  const format = APPLICATION.test(header) ? 'json' : parseMediaType(header)?.format;
  if (format === undefined || format === 'text' || format === 'any') {
    throw new ApiError(
      'media_type_header_exception',
      `Content-Type header [${header}] is not supported`,
    );
  }
  if (!options.ndjson) return format === 'ndjson' ? 'json' : format;
  if (format === 'yaml' || format === 'cbor') {
    throw new ApiError(
      'media_type_header_exception',
      `Content-Type [${format.toUpperCase()}] does not support stream parsing. Use JSON or SMILE instead`,
    );
  }
  return format;
}
