/**
 * The body of the template APIs: `{"source" or "id", "params", "explain", "profile"}`, and the
 * search in the rendered text.
 */
import {
  type JsonObject,
  JsonReader,
  type JsonValue,
  objectOf,
  stringifyJson,
} from '@skein/content';
import { ApiError, fromPlainError } from '@skein/errors';
import { markScriptParams } from '@skein/java';
import { booleanOf, type FieldReaders, into, readFields } from '@skein/reading';
import { CONTENT_TYPE_OPTION, JSON_CONTENT_TYPE, type ScriptReference } from '@skein/script';
import { bodyLocator } from '@skein/search';
import type { Actors } from '../../actors.js';
import type { LocatedBody } from './search_body.js';

export interface TemplateRequest {
  readonly template: ScriptReference;
  readonly explain: boolean;
  readonly profile: boolean;
}

const PARSER = 'search_template';

interface Draft {
  template: Pick<ScriptReference, 'type' | 'lang' | 'idOrCode' | 'options'> | undefined;
  params: JsonObject;
  explain: boolean;
  profile: boolean;
}

/**
 * As in OpenSearch, the last of `id` and `source` counts, and the id of the path before both.
 * `pathId`: the id in the path, if the API has one.
 */
export function readTemplateRequest(
  { json = {}, locate }: LocatedBody,
  pathId?: string,
): TemplateRequest {
  const draft: Draft = { template: undefined, params: {}, explain: false, profile: false };
  const source = into(draft, 'template', 'object_or_string', inlineTemplate);
  const readers: FieldReaders = {
    source,
    inline: source,
    template: source,
    id: into(draft, 'template', 'string', (id) => storedTemplate(String(id))),
    params: into(draft, 'params', 'object', (params) => params),
    explain: into(draft, 'explain', 'boolean', booleanOf),
    profile: into(draft, 'profile', 'boolean', booleanOf),
  };
  readFields(json, readers, { name: PARSER, locate });
  const { explain, profile, params } = draft;
  const template = pathId === undefined ? draft.template : storedTemplate(pathId);
  return { template: { ...checkedTemplate(template), params }, explain, profile };
}

function inlineTemplate(source: JsonValue): Draft['template'] {
  const idOrCode = typeof source === 'string' ? source : stringifyJson(source);
  const options = { [CONTENT_TYPE_OPTION]: JSON_CONTENT_TYPE };
  return { type: 'inline', lang: 'mustache', idOrCode, options };
}

function storedTemplate(id: string): Draft['template'] {
  return { type: 'stored', lang: undefined, idOrCode: id, options: {} };
}

function checkedTemplate(template: Draft['template']): NonNullable<Draft['template']> {
  if (template !== undefined && template.idOrCode !== '') return template;
  const more = template === undefined ? "2: template's script type is missing;" : '';
  throw new ApiError(
    'action_request_validation_exception',
    `Validation Failed: 1: template is missing;${more}`,
  );
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

/**
 * A rendered template as the body of a search; errors point into the rendered text. As in
 * OpenSearch, what follows the search is not read, and the request alone decides about `explain`
 * and `profile`.
 */
export function renderedBody(text: string, request: TemplateRequest): LocatedBody {
  const bytes = encoder.encode(text);
  const marked = markScriptParams(bytes, searchIn(bytes));
  const { explain: _explain, profile: _profile, ...search } = marked;
  const { explain, profile } = request;
  const flags = { ...(explain ? { explain } : {}), ...(profile ? { profile } : {}) };
  return { json: { ...search, ...flags }, locate: bodyLocator(bytes, marked) };
}

function searchIn(bytes: Uint8Array): JsonObject {
  if (isBlank(bytes)) {
    const reason = 'Expected [START_OBJECT] but found [null]';
    throw new ApiError('parsing_exception', reason, { metadata: { line: 1, col: 0 } });
  }
  const reader = new JsonReader(bytes);
  reader.next();
  return objectOf(reader.value());
}

const BLANKS: ReadonlySet<number> = new Set([0x20, 0x0a, 0x0d, 0x09]);

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => BLANKS.has(byte));
}
