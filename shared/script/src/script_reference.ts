/**
 * Parses a script in a request: a text, or `{source | id, lang, params, options}`. Syntax errors
 * have the messages of OpenSearch's parser.
 */
import { didYouMean } from '@skein/base';
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';

export interface ScriptReference {
  readonly type: 'inline' | 'stored';
  /** Undefined for a stored script, which has its own language. */
  readonly lang: string | undefined;
  /** The source, or the id of a stored script. */
  readonly idOrCode: string;
  readonly options: Readonly<Record<string, string>>;
  readonly params: JsonObject;
}

/**
 * Returns the position of a value in the request as a prefix of errors: `[1:20] `, or empty if it
 * is unknown.
 */
export type PlacePrefix = (at: JsonValue | undefined) => string;

const NO_PLACE: PlacePrefix = () => '';
export const DEFAULT_LANG = 'painless';
/** The option that OpenSearch reserves for templates written as objects. */
export const CONTENT_TYPE_OPTION = 'content_type';
export const JSON_CONTENT_TYPE = 'application/json; charset=UTF-8';

interface Draft {
  type: ScriptReference['type'] | undefined;
  idOrCode: string;
  lang: string | undefined;
  options: Readonly<Record<string, string>>;
  params: JsonObject;
}

interface Parsing {
  readonly parser: string;
  readonly script: JsonObject;
  readonly place: PlacePrefix;
}

/** `defaultLang` applies to a script that names no language. */
export function parseScript(
  json: JsonValue,
  {
    place = NO_PLACE,
    defaultLang = DEFAULT_LANG,
  }: { place?: PlacePrefix; defaultLang?: string } = {},
): ScriptReference {
  if (typeof json === 'string') {
    return { type: 'inline', lang: defaultLang, idOrCode: json, options: {}, params: {} };
  }
  if (!isJsonObject(json)) {
    throw refused(`${place(json)}[script] Expected START_OBJECT but was: ${token(json)}`);
  }
  const draft: Draft = {
    type: undefined,
    idOrCode: '',
    lang: undefined,
    options: {},
    params: {},
  };
  for (const [key, value = null] of Object.entries(json)) {
    readKey(draft, key, value, { parser: 'script', script: json, place });
  }
  return build(draft, defaultLang);
}

const KEYS = ['source', 'inline', 'id', 'stored', 'lang', 'options', 'params'];

function readKey(draft: Draft, key: string, value: JsonValue, parsing: Parsing): void {
  switch (key) {
    case 'source':
    case 'inline':
      setCode(draft, 'inline', sourceOf(draft, value, parsing), parsing);
      return;
    case 'id':
    case 'stored':
      setCode(draft, 'stored', textOf('id', value, parsing), parsing);
      return;
    case 'lang':
      draft.lang = textOf(key, value, parsing);
      return;
    case 'params':
      draft.params = objectOf(key, value, parsing);
      return;
    case 'options':
      draft.options = { ...draft.options, ...optionsOf(objectOf(key, value, parsing), parsing) };
      return;
    default: {
      const at = parsing.place(parsing.script);
      throw refused(`${at}[${parsing.parser}] unknown field [${key}]${didYouMean(key, KEYS)}`);
    }
  }
}

/** A source that is an object is a JSON template. */
function sourceOf(draft: Draft, value: JsonValue, parsing: Parsing): string {
  if (!isJsonObject(value)) return textOf('source', value, parsing);
  draft.options = { ...draft.options, [CONTENT_TYPE_OPTION]: JSON_CONTENT_TYPE };
  return stringifyJson(value);
}

function optionsOf(
  options: JsonObject,
  { parser, place, script }: Parsing,
): ScriptReference['options'] {
  const texts = Object.entries(options).map(([name, value]) => {
    if (value !== null && typeof value !== 'object') return [name, String(value)] as const;
    const reason = `Can't get text on a ${token(value)}`;
    throw refused(`${place(script)}[${parser}] failed to parse field [options]`, {
      cause: new ApiError('illegal_state_exception', reason),
    });
  });
  return Object.fromEntries(texts);
}

function setCode(
  draft: Draft,
  type: ScriptReference['type'],
  idOrCode: string,
  { parser, script, place }: Parsing,
): void {
  if (draft.type !== undefined) {
    const field = type === 'inline' ? 'source' : 'id';
    throw refused(`${place(script)}[${parser}] failed to parse field [${field}]`, {
      cause: illegalArgument('must only use one of [source, id] when specifying a script'),
    });
  }
  draft.type = type;
  draft.idOrCode = idOrCode;
}

function build(draft: Draft, defaultLang: string): ScriptReference {
  const { type, lang, idOrCode, options, params } = draft;
  if (type === undefined) {
    throw illegalArgument(
      'must specify either [source] for an inline script or [id] for a stored script',
    );
  }
  if (type === 'stored') {
    if (lang !== undefined) throw illegalArgument('illegally specified <lang> for a stored script');
    if (Object.keys(options).length > 0) {
      throw illegalArgument('field [options] cannot be specified using a stored script');
    }
    return { type, lang, idOrCode, options, params };
  }
  // OpenSearch does not name this option here, but only for stored scripts.
  const { [CONTENT_TYPE_OPTION]: _contentType, ...others } = options;
  checkOptions(others);
  return { type, lang: lang ?? defaultLang, idOrCode, options, params };
}

/** Checks options: the only one that exists is the content type of a template's text. */
export function checkOptions(options: Readonly<Record<string, string>>): void {
  const given = Object.entries(options);
  if (given.every(([name]) => name === CONTENT_TYPE_OPTION)) return;
  const list = given.map(([name, value]) => `${name}=${value}`).join(', ');
  throw illegalArgument(`illegal compiler options [{${list}}] specified`);
}

function textOf(field: string, value: JsonValue, parsing: Parsing): string {
  if (typeof value === 'string') return value;
  throw unsupportedValue(field, value, parsing);
}

function objectOf(field: string, value: JsonValue, parsing: Parsing): JsonObject {
  if (isJsonObject(value)) return value;
  throw unsupportedValue(field, value, parsing);
}

function unsupportedValue(
  field: string,
  value: JsonValue,
  { parser, script, place }: Parsing,
): ApiError {
  const at = place(isJsonObject(value) || Array.isArray(value) ? value : script);
  return refused(`${at}[${parser}] ${field} doesn't support values of type: ${token(value)}`);
}

function token(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return 'VALUE_NULL';
  if (Array.isArray(value)) return 'START_ARRAY';
  if (typeof value === 'object') return 'START_OBJECT';
  if (typeof value === 'boolean') return 'VALUE_BOOLEAN';
  return typeof value === 'string' ? 'VALUE_STRING' : 'VALUE_NUMBER';
}

function refused(reason: string, options: { cause?: ApiError } = {}): ApiError {
  return new ApiError('x_content_parse_exception', reason, options);
}
