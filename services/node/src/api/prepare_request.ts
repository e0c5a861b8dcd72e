/**
 * Prepares the request of one endpoint: reads the body and the parameters that the endpoint knows,
 * and refuses the others.
 */
import { ApiError, asApiError } from '@skein/errors';
import {
  bodyFormat,
  NO_BODY,
  type RequestBody,
  type RequestTarget,
  readableBody,
  refuseUnrecognizedParams,
} from '@skein/http';
import { isReading } from '../security/privilege.js';
import { RESPONSE_PARAMS } from './common_params.js';
import type { Endpoint, PreparedRequest } from './endpoint.js';
import { KnownParams } from './known_params.js';
import { untypedBody } from './mapping_types/typed_request.js';
import type { Asked } from './reply_renderer.js';

/** Longer bodies are parsed in slices of a few milliseconds. */
export const AT_ONCE_BYTES = 32 * 1024;

/** An endpoint with data precomputed from it. */
export interface Entry {
  readonly endpoint: Endpoint;
  readonly knownParams: ReadonlySet<string>;
  /** Parameters that are recognized only together with another one: the key needs the value. */
  readonly companions: ReadonlyMap<string, string>;
  /** Parameters that are only recognized without a body. */
  readonly withoutBody: ReadonlySet<string>;
  readonly params: KnownParams;
  readonly variables: readonly string[];
  readonly changesNothing: boolean;
}

/** A request with its endpoint. */
export interface Routed extends Asked {
  readonly target: RequestTarget;
  readonly entry: Entry;
  readonly pathParams: Readonly<Record<string, string>>;
}

export function entryOf(endpoint: Endpoint): Entry {
  const variables = endpoint.routes.flatMap((route) =>
    [...route.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''),
  );
  const source = endpoint.sourceParam ? SOURCE_PARAMS : [];
  const known = [...Object.keys(endpoint.params), ...variables, ...source, ...RESPONSE_PARAMS];
  return {
    endpoint,
    variables: [...new Set(variables)],
    knownParams: new Set(known),
    params: new KnownParams(endpoint.params),
    companions: new Map([
      ['source_content_type', 'source'],
      ...Object.entries(endpoint.paramsBeside),
    ]),
    withoutBody: new Set(endpoint.paramsWithoutBody),
    changesNothing: changesNothing(endpoint),
  };
}

/**
 * True for endpoints with a GET route that need only a reading privilege; not for `_refresh` or
 * updates.
 */
function changesNothing({ routes, privilege }: Endpoint): boolean {
  return routes.some((route) => /^(?:GET|HEAD) /.test(route)) && isReading(privilege);
}

/**
 * Reads the body, the parameters and the request of one endpoint. Parse errors precede unrecognized
 * parameters, as in OpenSearch.
 */
export function* prepareRequest(
  { entry, target, pathParams, head, typed }: Routed,
  bytes: Uint8Array,
): Generator<unknown, PreparedRequest> {
  const { endpoint } = entry;
  const given = yield* bodyOf(endpoint, { head, target, body: bytes });
  const body = typed === undefined ? given : untypedBody(given, typed, endpoint.id);
  const isLong = body.bytes.length > AT_ONCE_BYTES && endpoint.body === 'json';
  if (isLong && !endpoint.staysBytes) {
    yield* body.read();
  }
  const unread = [
    ...(body.present ? entry.withoutBody : []),
    // A body takes the place of the parameters that could carry it.
    ...(bytes.length > 0 ? SOURCE_PARAMS : []),
  ];
  const { query, known } = recognized(entry, target.query, unread);
  try {
    const run = yield* endpoint.prepare({
      method: head.method,
      path: target.path,
      pathParams: withStandIns(pathParams, entry.variables, query),
      params: entry.params.read(target.queryText, query),
      givenParams: target.query,
      body,
      typed,
    });
    refuseUnrecognizedParams(target.path, target.query.keys(), known);
    return run;
  } catch (thrown) {
    if (endpoint.checkBody) {
      // A body that stays bytes has not been parsed yet.
      if (isLong) yield* body.read();
      endpoint.checkBody(body);
    }
    // Validation errors of a parsed request follow unrecognized parameters.
    if (asApiError(thrown).type === 'action_request_validation_exception') {
      refuseUnrecognizedParams(target.path, target.query.keys(), known);
    }
    throw thrown;
  }
}

/** Parameters that carry a body, for endpoints that allow it. */
const SOURCE_PARAMS = ['source', 'source_content_type'];

/**
 * Leaves out the ignored parameters: those without their companion, and those replaced by a body,
 * which `replaced` names.
 */
function recognized(
  { knownParams, companions }: Entry,
  query: ReadonlyMap<string, string>,
  replaced: readonly string[],
) {
  const isUnread = (name: string): boolean => {
    const companion = companions.get(name);
    return (companion !== undefined && !query.has(companion)) || replaced.includes(name);
  };
  const isKnown = (name: string): boolean => knownParams.has(name) && !isUnread(name);
  if ([...query.keys()].every(isKnown)) return { query, known: knownParams };
  return {
    query: new Map([...query].filter(([name]) => !isUnread(name))),
    known: new Set([...knownParams].filter(isKnown)),
  };
}

/** Query parameters stand in for absent path variables of the same name. */
function withStandIns(
  pathParams: Readonly<Record<string, string>>,
  variables: readonly string[],
  query: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  if (query.size === 0) return pathParams;
  const standIns = variables.flatMap((name) => {
    const value = query.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return standIns.length === 0 ? pathParams : { ...Object.fromEntries(standIns), ...pathParams };
}

function* bodyOf(
  endpoint: Endpoint,
  { head, target, body }: Pick<Routed, 'head' | 'target'> & { readonly body: Uint8Array },
): Generator<void, RequestBody> {
  const options = { ndjson: endpoint.body === 'ndjson' };
  if (body.length > 0) {
    const format = bodyFormat(head.headers['content-type'], options);
    return endpoint.body === 'none' ? NO_BODY : yield* readableBody(body, format, options);
  }
  const source = target.query.get('source');
  if (!endpoint.sourceParam || source === undefined) return NO_BODY;
  const type = target.query.get('source_content_type');
  if (type === undefined) {
    throw new ApiError(
      'illegal_state_exception',
      'source and source_content_type parameters are required',
    );
  }
  return yield* readableBody(new TextEncoder().encode(source), bodyFormat(type, options), options);
}
