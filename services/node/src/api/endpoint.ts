/**
 * An endpoint: the HTTP form of one API and nothing more. It declares routes and parameters, parses
 * to a request object, and renders the reply; what the request means is in the actor it calls. See
 * "Shapes of endpoints" in docs/ARCHITECTURE.md.
 *
 * Written as `export const put_mapping = defineEndpoint({...})` in
 * `api/<namespace>/put_mapping.ts`, with one line in that room's `all.ts`.
 */
import type { Turns } from '@skein/base';
import type { ApiError, PlainError } from '@skein/errors';
import type { AnswerFormat, ParamTable, ParamValues, Reply, RequestBody } from '@skein/http';
import type { Profile } from '@skein/settings';
import type { Actors } from '../actors.js';
import type { Identity } from '../security/mod.js';
import type { Privilege } from '../security/privilege.js';
import type { TypedRequest } from './mapping_types/typed_request.js';
import { afterwards, masterAwaited } from './needs_master.js';

/** Where the work is done: the table "Shapes of endpoints" in docs/ARCHITECTURE.md. */
export type EndpointShape = 'local' | 'master' | 'document' | 'shards' | 'nodes' | 'search';

/**
 * `none`: a body is ignored, as the reference does (clients send `{}` everywhere), but its type
 * must be known. `json`: an optional JSON or YAML body. `ndjson`: a stream of lines (plain JSON
 * content types are accepted too). Whether a body must be there is for `parse` to say
 * (`body.required()`), as the reference words it differently from API to API.
 */
export type BodyKind = 'none' | 'json' | 'ndjson';

/** What an endpoint parses from. */
export interface EndpointInput<P extends ParamTable> {
  /** The method that was used; for endpoints whose routes differ in meaning (`PUT` and `POST`). */
  readonly method: string;
  /** The path as sent, without the query: error messages quote it. */
  readonly path: string;
  /**
   * Path variables, decoded: `{index}` is `index`. A query parameter of the same name stands in for
   * an absent one, as in the reference.
   */
  readonly pathParams: Readonly<Record<string, string | undefined>>;
  readonly params: ParamValues<P>;
  /** Every query parameter as sent; for the few endpoints that must know whether one was given. */
  readonly givenParams: ReadonlyMap<string, string>;
  readonly body: RequestBody;
  /** See `RequestContext`. */
  readonly typed?: TypedRequest | undefined;
}

/** `item`: its number, from 0. */
export type ItemFailed = (item: number, error: PlainError) => void;

/** The circumstances of one request. */
export interface RequestContext {
  /** Aborts when the client goes away or the node stops. */
  readonly signal: AbortSignal;
  /** Aborts `signal`: somebody cancels the request as a task. */
  readonly cancel: (reason: ApiError) => void;
  readonly identity: Identity;
  /**
   * Wall clock at arrival, milliseconds since the epoch: date math and `now` use this one value all
   * through.
   */
  readonly nowMs: number;
  /**
   * As which product the listener answers that the request came to; `undefined`: as the cluster
   * does.
   */
  readonly profile?: Profile | undefined;
  /** Answers show types, as those of Elasticsearch 7; absent: they do not. */
  readonly typed?: TypedRequest | undefined;
  /** `X-Opaque-Id`, for logs and tasks. */
  readonly opaqueId: string | undefined;
  /** `?human`: render sizes and times for people next to the raw numbers. */
  readonly human: boolean;
  /** For work of this thread that is long. */
  readonly turns: Turns;
  /**
   * An item of the request was answered with this error, the others were not: refusals are for
   * those who watch over the node.
   */
  readonly itemFailed: ItemFailed;
  /**
   * The form the caller named; `undefined` leaves it to the endpoint. JSON and YAML are rendered
   * after the endpoint, from its value.
   */
  readonly format: AnswerFormat | undefined;
}

export type EndpointDefinition<Request, P extends ParamTable> = EndpointForm<Request, P> &
  (
    | { readonly parse: (input: EndpointInput<P>) => Request }
    /** With pauses between the parts of a request that may have very many. */
    | { readonly parseInPieces: (input: EndpointInput<P>) => Generator<unknown, Request> }
  );

interface EndpointForm<Request, P extends ParamTable> {
  /** The API's id: `indices.put_mapping`. */
  readonly id: string;
  readonly shape: EndpointShape;
  /** `METHOD /path/{variable}`. A GET route answers HEAD too unless another endpoint has it. */
  readonly routes: readonly string[];
  /**
   * Query parameters; `pretty`, `human`, `error_trace`, `format`, `filter_path` are everybody's and
   * not listed.
   */
  readonly params: P;
  readonly body: BodyKind;
  /** The body may also come as `?source=…&source_content_type=…`. */
  readonly sourceParam?: boolean;
  /**
   * What the caller must be allowed to do; names of indices are checked after they are resolved.
   */
  readonly privilege: Privilege;
  /**
   * Answered even when the circuit breakers let no request in: it tells how the node is, or helps
   * it. As in the reference.
   */
  readonly isEssential?: boolean;
  /** A JSON body goes on as bytes: it is not read here, however large it is. */
  readonly staysBytes?: boolean;
  /**
   * Finds faults of the body alone: they are told before those of the URL, as in the reference,
   * which reads the body first.
   */
  readonly checkBody?: (body: RequestBody) => void;
  /**
   * Parameters that are known only beside another, or, when that is themselves, that nobody is
   * reminded of: the name of that one by theirs.
   */
  readonly paramsBeside?: Readonly<Record<string, string>>;
  /** Parameters that nobody reads when there is a body. */
  readonly paramsWithoutBody?: readonly string[];
  /** Work that may be long: it is listed while it runs, and may be cancelled. */
  readonly task?: {
    /** `indices:data/read/search`. */
    readonly action: string;
    readonly describe: (request: Request) => string;
  };
  readonly handle: (
    request: Request,
    actors: Actors,
    context: RequestContext,
  ) => Promise<Reply> | Reply;
}

/** An endpoint as the registry holds it: the request's type is its own business. */
export interface Endpoint {
  readonly id: string;
  readonly shape: EndpointShape;
  readonly routes: readonly string[];
  readonly params: ParamTable;
  readonly body: BodyKind;
  readonly sourceParam: boolean;
  readonly privilege: Privilege;
  readonly isEssential: boolean;
  readonly staysBytes: boolean;
  readonly checkBody: ((body: RequestBody) => void) | undefined;
  readonly paramsBeside: Readonly<Record<string, string>>;
  readonly paramsWithoutBody: readonly string[];
  /**
   * Parses, with pauses where that may be long, errors included; the work starts when the returned
   * function is called.
   */
  prepare(input: EndpointInput<ParamTable>): Generator<unknown, PreparedRequest>;
}

export type PreparedRequest = (actors: Actors, context: RequestContext) => Promise<Reply> | Reply;

/** Checks a definition's types against each other and hides the request type. */
export function defineEndpoint<Request, const P extends ParamTable>(
  definition: EndpointDefinition<Request, P>,
): Endpoint {
  const { id, shape, routes, params, body, privilege } = definition;
  const { sourceParam = false, isEssential = false, staysBytes = false } = definition;
  const { checkBody, paramsBeside = {}, paramsWithoutBody = [] } = definition;
  return {
    id,
    shape,
    routes,
    params,
    body,
    sourceParam,
    privilege,
    isEssential,
    staysBytes,
    checkBody,
    paramsBeside,
    paramsWithoutBody,
    *prepare(given) {
      const input = given as EndpointInput<P>;
      const request =
        'parse' in definition ? definition.parse(input) : yield* definition.parseInPieces(input);
      return (actors, context) =>
        afterwards(masterAwaited(params, input.params, actors, context), () =>
          handled(definition, request, { actors, context }),
        );
    },
  };
}

function handled<Request, P extends ParamTable>(
  { handle, task }: EndpointForm<Request, P>,
  request: Request,
  { actors, context }: { readonly actors: Actors; readonly context: RequestContext },
): Promise<Reply> | Reply {
  if (task === undefined) return handle(request, actors, context);
  const { identity, opaqueId, signal, cancel } = context;
  const about = {
    action: task.action,
    description: () => task.describe(request),
    identity,
    opaqueId,
    cancellable: true,
    stopping: { signal, stop: cancel },
  };
  return actors.tasks.run(about, async () => handle(request, actors, context));
}
