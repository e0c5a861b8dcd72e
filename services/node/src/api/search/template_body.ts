/**
 * The body of the template APIs: `{"source" or "id", "params", "explain", "profile"}`, and the
 * search in the rendered text.
 */
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  stringifyJson,
} from '@skein/content';
import { ApiError, fromPlainError } from '@skein/errors';
import { markScriptParams } from '@skein/java';
import { CONTENT_TYPE_OPTION, JSON_CONTENT_TYPE, type ScriptReference } from '@skein/script';
import { type BodyLocator, bodyLocator } from '@skein/search';
import type { Actors } from '../../actors.js';
import type { LocatedBody } from './search_body.js';

export interface TemplateRequest {
  readonly template: ScriptReference;
  readonly explain: boolean;
  readonly profile: boolean;
}

const PARSER = 'search_template';

/** `id`: from the path, if the API has one. */
export function readTemplateRequest({ json, locate }: LocatedBody, id?: string): TemplateRequest {
  const read: Draft = { source: undefined, id, params: {}, explain: false, profile: false };
  for (const [key, value = null] of Object.entries(json ?? {})) {
    readKey(read, key, value, { json, locate });
  }
  const { explain, profile } = read;
  return { template: templateOf(read), explain, profile };
}

interface Draft {
  source: string | undefined;
  id: string | undefined;
  params: JsonObject;
  explain: boolean;
  profile: boolean;
}

function readKey(read: Draft, key: string, value: JsonValue, { json, locate }: LocatedBody): void {
  if (key === 'source' || key === 'inline' || key === 'template') {
    if (typeof value === 'string') read.source = value;
    else if (isJsonObject(value)) read.source = stringifyJson(value);
    else throw unsupported(key, value, { json, locate });
  } else if (key === 'id' && typeof value === 'string') read.id = value;
  else if (key === 'params' && isJsonObject(value)) read.params = value;
  else if ((key === 'explain' || key === 'profile') && typeof value === 'boolean') {
    read[key] = value;
  } else if (['id', 'params', 'explain', 'profile'].includes(key)) {
    throw unsupported(key, value, { json, locate });
  } else throw refused(`${prefix(locate, json)}[${PARSER}] unknown field [${key}]`);
}

function unsupported(key: string, value: JsonValue, { json, locate }: LocatedBody): ApiError {
  const at = prefix(locate, typeof value === 'object' && value !== null ? value : json);
  return refused(`${at}[${PARSER}] ${key} doesn't support values of type: ${tokenOf(value)}`);
}

function templateOf({ source, id, params }: Draft): ScriptReference {
  if (source !== undefined) {
    const options = { [CONTENT_TYPE_OPTION]: JSON_CONTENT_TYPE };
    return { type: 'inline', lang: 'mustache', idOrCode: source, options, params };
  }
  if (id !== undefined) {
    return { type: 'stored', lang: undefined, idOrCode: id, options: {}, params };
  }
  throw new ApiError(
    'action_request_validation_exception',
    "Validation Failed: 1: template is missing;2: template's script type is missing;",
  );
}

function prefix(locate: BodyLocator, at: JsonValue | undefined): string {
  const location = locate(at);
  return location ? `[${location.line}:${location.column}] ` : '';
}

function tokenOf(value: JsonValue): string {
  if (value === null) return 'VALUE_NULL';
  if (Array.isArray(value)) return 'START_ARRAY';
  if (typeof value === 'object') return 'START_OBJECT';
  if (typeof value === 'boolean') return 'VALUE_BOOLEAN';
  return typeof value === 'string' ? 'VALUE_STRING' : 'VALUE_NUMBER';
}

function refused(reason: string): ApiError {
  return new ApiError('x_content_parse_exception', reason);
}

const encoder = new TextEncoder();

/** The text of a template. Throws `script_exception`, `resource_not_found_exception`. */
export async function renderTemplate(
  template: ScriptReference,
  { shardHost }: Pick<Actors, 'shardHost'>,
  signal: AbortSignal,
): Promise<string> {
  const request = { templates: [template] };
  const { results } = await shardHost.runShardless('render_templates', request, signal);
  const [result] = results;
  if (result === undefined) throw new ApiError('illegal_state_exception', 'nothing was rendered');
  if ('error' in result) throw fromPlainError(result.error);
  return result.text;
}

/** A rendered template as the body of a search; errors point into the rendered text. */
export function renderedBody(text: string, { explain, profile }: TemplateRequest): LocatedBody {
  const bytes = encoder.encode(text);
  const parsed = bytes.length === 0 ? {} : parseJson(bytes);
  if (!isJsonObject(parsed)) {
    throw new ApiError('parsing_exception', 'Expected [START_OBJECT] in a rendered template');
  }
  const marked = markScriptParams(bytes, parsed);
  const flags = { ...(explain ? { explain } : {}), ...(profile ? { profile } : {}) };
  return { json: { ...marked, ...flags }, locate: bodyLocator(bytes, marked) };
}
