/**
 * An endpoint: the HTTP form of one API and nothing more. It declares routes and parameters, parses
 * to a request object, and renders the reply; the actor it calls defines the meaning of the
 * request. See "Shapes of endpoints" in docs/ARCHITECTURE.md.
 *
 * Written as `export const put_mapping = defineEndpoint({...})` in
 * `api/<namespace>/put_mapping.ts`, with one line in that folder's `all.ts`.
 */
import type { Turns } from '@skein/base';
import type { ApiError, PlainError } from '@skein/errors';
import type { AnswerFormat, ParamTable, ParamValues, Reply, RequestBody } from '@skein/http';
import type { Profile } from '@skein/settings';
import type { Actors } from '../actors.js';
import type { Identity } from '../security/mod.js';
import type { Privilege } from '../security/privilege.js';
import type { EndpointShape, ShapeActors } from './endpoint_shapes.js';
import type { TypedRequest } from './mapping_types/typed_request.js';
import { afterwards, checkMasterTimeout, masterAwaited } from './needs_master.js';

/**
 * `none`: a body is ignored, as in OpenSearch (clients send `{}` everywhere), but its type must be
 * known. `json`: an optional JSON or YAML body. `ndjson`: a stream of lines (plain JSON content
 * types are accepted too). `parse` decides whether a body is required (`body.required()`), because
 * OpenSearch words this differently from API to API.
 */
export type BodyKind = 'none' | 'json' | 'ndjson';

/** The input of an endpoint's `parse`. */
interface EndpointInput<P extends ParamTable> {
  /** The request method, for endpoints whose routes differ in meaning (`PUT` and `POST`). */
  readonly method: string;
  /** The path as sent, without the query: error messages quote it. */
  readonly path: string;
  /**
   * Path variables, decoded: `{index}` is `index`. As in OpenSearch, a query parameter of the same
   * name stands in for an absent variable.
   */
  readonly pathParams: Readonly<Record<string, string | undefined>>;
  readonly params: ParamValues<P>;
  /** Every query parameter as sent, for the few endpoints that must know which were given. */
  readonly givenParams: ReadonlyMap<string, string>;
  readonly body: RequestBody;
  /** See `RequestContext`. */
  readonly typed?: TypedRequest | undefined;
}

/** `item`: the item's number, from 0. */
export type ItemFailed = (item: number, error: PlainError) => void;

/** The circumstances of one request. */
export interface RequestContext {
  /** Aborts when the client disconnects or the node stops. */
  readonly signal: AbortSignal;
  /** Aborts `signal`, when the request is cancelled as a task. */
  readonly cancel: (reason: ApiError) => void;
  readonly identity: Identity;
  /**
   * Wall clock at arrival, milliseconds since the epoch. Date math and `now` use this one value
   * throughout.
   */
  readonly nowMs: number;
  /**
   * The product that the request's listener poses as; undefined if the cluster's setting applies.
   */
  readonly profile?: Profile | undefined;
  /** Present if the response shows types, as in Elasticsearch 7. */
  readonly typed?: TypedRequest | undefined;
  /** `X-Opaque-Id`, for logs and tasks. */
  readonly opaqueId: string | undefined;
  /** `?human`: also render sizes and times in readable form. */
  readonly human: boolean;
  /** Lets other work of this thread run in the pauses of long work. */
  readonly turns: Turns;
  /** Reports that one item of the request failed with this error. Security refusals are logged. */
  readonly itemFailed: ItemFailed;
  /**
   * The format the caller named; undefined leaves it to the endpoint. JSON and YAML are rendered
   * from the endpoint's value.
   */
  readonly format: AnswerFormat | undefined;
}

type EndpointDefinition<Request, P extends ParamTable, S extends EndpointShape> = EndpointForm<
  Request,
  P,
  S
> &
  (
    | { readonly parse: (input: EndpointInput<P>) => Request }
    /** Parses with pauses, for requests that may have very many parts. */
    | { readonly parseInPieces: (input: EndpointInput<P>) => Generator<unknown, Request> }
  );

interface EndpointForm<Request, P extends ParamTable, S extends EndpointShape> {
  /** The API's id: `indices.put_mapping`. */
  readonly id: string;
  readonly shape: S;
  /** `METHOD /path/{variable}`. A GET route answers HEAD too unless another endpoint has it. */
  readonly routes: readonly string[];
  /**
   * Query parameters. `pretty`, `human`, `error_trace`, `format` and `filter_path` apply to all
   * endpoints and are not listed.
   */
  readonly params: P;
  readonly body: BodyKind;
  /** The body may also come as `?source=…&source_content_type=…`. */
  readonly sourceParam?: boolean;
  /** The privilege that the caller needs; index names are checked after they are resolved. */
  readonly privilege: Privilege;
  /**
   * True if the endpoint works even when the circuit breakers refuse requests, because it reports
   * the node's state or helps it. As in OpenSearch.
   */
  readonly isEssential?: boolean;
  /** True if a JSON body is passed on as bytes and never parsed here, however large it is. */
  readonly staysBytes?: boolean;
  /**
   * Checks the body alone. Its errors precede those of the URL, as in OpenSearch, which parses the
   * body first.
   */
  readonly checkBody?: (body: RequestBody) => void;
  /**
   * Parameters that are recognized only together with another one: the key needs the value. A
   * parameter with its own name as the value is recognized as usual, but is not suggested for a
   * misspelt one.
   */
  readonly paramsBeside?: Readonly<Record<string, string>>;
  /** Parameters that are ignored if there is a body. */
  readonly paramsWithoutBody?: readonly string[];
  /** For a table: its columns, by which the API's description tells the members of its rows. */
  readonly columns?: readonly TableColumn[];
  /** Set for long work: it is listed as a task while it runs, and can be cancelled. */
  readonly task?: {
    /** The action's name, such as `indices:data/read/search`. */
    readonly action: string;
    readonly describe: (request: Request) => string;
  };
  readonly handle: (
    request: Request,
    actors: ShapeActors[S],
    context: RequestContext,
  ) => Promise<Reply> | Reply;
}

interface TableColumn {
  readonly name: string;
  readonly description: string;
}

/** An endpoint in the registry, with its request type hidden. */
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
  readonly columns: readonly TableColumn[] | undefined;
  /**
   * Parses, with pauses if that may be long; throws parse errors. The work starts when the returned
   * function is called.
   */
  prepare(input: EndpointInput<ParamTable>): Generator<unknown, PreparedRequest>;
}

export type PreparedRequest = (actors: Actors, context: RequestContext) => Promise<Reply> | Reply;

/** Checks a definition's types against each other and hides the request type. */
export function defineEndpoint<Request, const P extends ParamTable, const S extends EndpointShape>(
  definition: EndpointDefinition<Request, P, S>,
): Endpoint {
  const { id, shape, routes, params, body, privilege } = definition;
  const { sourceParam = false, isEssential = false, staysBytes = false } = definition;
  const { checkBody, paramsBeside = {}, paramsWithoutBody = [], columns } = definition;
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
    columns,
    *prepare(given) {
      // The parameters were read by this endpoint's own table.
      const input = given as EndpointInput<P>;
      checkMasterTimeout(params, input.params);
      const request =
        'parse' in definition ? definition.parse(input) : yield* definition.parseInPieces(input);
      return (actors, context) =>
        afterwards(masterAwaited(params, input.params, actors, context), () =>
          handled(definition, request, { actors, context }),
        );
    },
  };
}

function handled<Request, P extends ParamTable, S extends EndpointShape>(
  { handle, task }: EndpointForm<Request, P, S>,
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
