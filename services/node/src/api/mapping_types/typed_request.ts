/**
 * Requests of Elasticsearch 7 clients, whose paths, bodies and parameters may name a mapping type.
 * An index has one mapping, so a type carries no information: each request is rewritten to the form
 * without a type, and its response shows the type again.
 */
import { encodeJson, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseQuery, type Reply, RequestBody, type RequestTarget } from '@skein/http';
import { neededParameter, parameterWarning, typesWarning } from './deprecations.js';
import { withoutType } from './typed_paths.js';

/** The type that a request names. */
export interface TypedRequest {
  /** The type shown in responses. */
  readonly type: string;
  /** True if the path names it. */
  readonly isNamed: boolean;
  /** `include_type_name`: mappings in bodies and responses are wrapped in the type. */
  readonly wrapsMappings: boolean;
  readonly warnings: readonly string[];
}

const STANDARD_TYPE = '_doc';
const PARAMETER = 'include_type_name';
/** Matches the parameter only if no character of its name is escaped with `%`. */
const WRITTEN = /(^|&)include_type_name(=[^&]*)?(?=&|$)/g;

export interface TypedTarget {
  /** The path without a type. */
  readonly target: RequestTarget;
  /** The type of the path. */
  readonly named: string | undefined;
}

export function typedTarget(method: string, target: RequestTarget): TypedTarget {
  const found = withoutType(method, target.segments);
  if (found === undefined) return { target, named: undefined };
  return { target: { ...target, segments: found.segments }, named: found.type };
}

/**
 * Reads the types of a request to an endpoint. Parameters unknown to the endpoint stay in the
 * target.
 */
export function typedRequest(
  { target, named }: TypedTarget,
  endpoint: string,
): { readonly typed: TypedRequest; readonly target: RequestTarget } {
  const isNamed = named !== undefined;
  const known = parameterWarning(endpoint);
  const given = known === undefined ? undefined : target.query.get(PARAMETER);
  const wrapsMappings = given === 'true' || given === '';
  if (given !== undefined && !wrapsMappings && given !== 'false') throw notBoolean(given);
  const needed = neededParameter(endpoint);
  if (isNamed && needed !== undefined && !wrapsMappings) {
    throw new ApiError('illegal_argument_exception', needed);
  }
  const warnings = [
    isNamed ? typesWarning(endpoint) : undefined,
    given === undefined ? undefined : known,
  ].filter((warning) => warning !== undefined);
  const typed = { type: named ?? STANDARD_TYPE, isNamed, wrapsMappings, warnings };
  return { typed, target: given === undefined ? target : withoutParameter(target) };
}

function notBoolean(text: string): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    `Failed to parse value [${text}] as only [true] or [false] are allowed.`,
  );
}

function withoutParameter(target: RequestTarget): RequestTarget {
  const queryText = target.queryText.replace(WRITTEN, '').replace(/^&/, '');
  return { ...target, queryText, query: parseQuery(queryText) };
}

/** The body with mappings unwrapped from their type, if they are wrapped. */
export function untypedBody(body: RequestBody, typed: TypedRequest, endpoint: string): RequestBody {
  if (!typed.wrapsMappings || !body.present) return body;
  const json = objectOf(body);
  if (json === undefined) return body;
  const changed = endpoint === 'indices.put_mapping' ? bareMapping(json, typed) : bare(json);
  return changed === json ? body : new RequestBody(encodeJson(changed), 'json');
}

/** Undefined for an invalid body, whose error the endpoint reports. */
function objectOf(body: RequestBody): JsonObject | undefined {
  try {
    return body.object();
  } catch (fault) {
    if (fault instanceof ApiError) return undefined;
    throw fault;
  }
}

function bareMapping(json: JsonObject, { type }: TypedRequest): JsonObject {
  const inner = json[type];
  return Object.keys(json).length === 1 && isJsonObject(inner) ? inner : json;
}

/** Unwraps the `mappings` of a body from their type. */
function bare(json: JsonObject): JsonObject {
  const { mappings } = json;
  if (!isJsonObject(mappings)) return json;
  const types = Object.keys(mappings);
  if (types.length > 1) {
    throw new ApiError(
      'illegal_argument_exception',
      `Rejecting mapping update to [] as the final mapping would have more than 1 type: [${types.join(', ')}]`,
    );
  }
  const [inner = {}] = Object.values(mappings);
  return { ...json, mappings: inner ?? {} };
}

/** Endpoints whose response entries contain mappings. */
const SHOW_MAPPINGS: ReadonlySet<string> = new Set([
  'indices.get',
  'indices.get_field_mapping',
  'indices.get_mapping',
  'indices.get_template',
]);

/** The response with wrapped mappings and deprecation warnings. */
export function typedReply(reply: Reply, typed: TypedRequest, endpoint: string): Reply {
  const { body } = reply;
  const isWrapped = typed.wrapsMappings && SHOW_MAPPINGS.has(endpoint) && reply.status === 200;
  const shown =
    isWrapped && body.kind === 'json' && isJsonObject(body.value)
      ? { ...reply, body: { ...body, value: wrapped(body.value, typed.type) } }
      : reply;
  if (typed.warnings.length === 0) return shown;
  const told = typed.warnings.map((text) => `299 Skein "${text}"`);
  const before = reply.headers?.warning;
  const warning = [...(before === undefined ? [] : [before]), ...told].join(', ');
  return { ...shown, headers: { ...reply.headers, warning } };
}

function wrapped(entries: JsonObject, type: string): JsonObject {
  const shown = Object.entries(entries).map(([name, entry]): [string, JsonValue] => [
    name,
    wrappedEntry(entry, type),
  ]);
  return Object.fromEntries(shown);
}

function wrappedEntry(entry: JsonValue | undefined, type: string): JsonValue {
  if (!isJsonObject(entry) || !isJsonObject(entry.mappings)) return entry ?? null;
  const { mappings } = entry;
  if (Object.keys(mappings).length === 0) return entry;
  return { ...entry, mappings: Object.fromEntries([[type, mappings]]) };
}

/** A document response with its type after its index. */
export function withType<T extends JsonObject>(
  answer: T,
  typed: Pick<TypedRequest, 'type'> | undefined,
): JsonObject {
  if (typed === undefined || answer._index === undefined) return answer;
  const { _index, ...rest } = answer;
  return { _index, _type: typed.type, ...rest };
}
