/**
 * Makes an endpoint of a table: a cat file declares its columns and the source of its rows;
 * parameters, help and rendering are the same for all tables.
 */
import {
  jsonReply,
  type ParamTable,
  type ParamValues,
  type RequestBody,
  textReply,
} from '@skein/http';
import type { Privilege } from '../../security/privilege.js';
import { defineEndpoint, type Endpoint, type RequestContext } from '../endpoint.js';
import type { EndpointShape, ShapeActors } from '../endpoint_shapes.js';
import { CAT_PARAMS } from './cat_params.js';
import { type Column, renderHelp, renderTable } from './cat_table.js';

interface CatRequest<P extends ParamTable> {
  readonly pathParams: Readonly<Record<string, string | undefined>>;
  /** Empty unless the table reads a body. */
  readonly body: RequestBody;
  readonly params: ParamValues<P> & ParamValues<typeof CAT_PARAMS>;
}

/** The columns of a table that depend on the request. */
interface ChosenColumns<Row, P extends ParamTable> {
  readonly all: readonly Column<Row>[];
  readonly chosen: (request: CatRequest<P>) => readonly Column<Row>[];
}

interface CatDefinition<Row, P extends ParamTable, S extends EndpointShape> {
  readonly id: string;
  readonly shape: S;
  readonly routes: readonly string[];
  readonly params: P;
  /** Absent: a body is ignored. */
  readonly body?: 'json';
  readonly privilege: Privilege;
  readonly columns: readonly Column<Row>[] | ChosenColumns<Row, P>;
  readonly rows: (
    request: CatRequest<P>,
    actors: ShapeActors[S],
    context: RequestContext,
  ) => Promise<readonly Row[]> | readonly Row[];
}

export function defineCat<Row, const P extends ParamTable, const S extends EndpointShape>(
  definition: CatDefinition<Row, P, S>,
): Endpoint {
  const { id, shape, routes, privilege, columns, body = 'none' } = definition;
  return defineEndpoint({
    id,
    shape,
    routes,
    privilege,
    columns: 'all' in columns ? columns.all : columns,
    params: { ...CAT_PARAMS, ...definition.params },
    body,
    sourceParam: body === 'json',
    parse: ({ pathParams, params, body: given }): CatRequest<P> => ({
      pathParams,
      body: given,
      // The table has those of all tables of `_cat` beside those of this one.
      params: params as CatRequest<P>['params'],
    }),
    handle: async (request, actors, context) => {
      const declared = 'all' in columns ? columns.chosen(request) : columns;
      if (request.params.help) return textReply(renderHelp(declared));
      const rows = await definition.rows(request, actors, context);
      const isList = context.format !== undefined && context.format !== 'text';
      const answer = renderTable(declared, rows, request.params, isList ? 'list' : 'text');
      return answer.kind === 'text' ? textReply(answer.text) : jsonReply(answer.list);
    },
  });
}
