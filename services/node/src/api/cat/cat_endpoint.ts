/**
 * Makes an endpoint of a table: a cat file declares its columns and the source of its rows;
 * parameters, help and rendering are the same for all tables.
 */
import { jsonReply, type ParamTable, type ParamValues, textReply } from '@skein/http';
import type { Actors } from '../../actors.js';
import type { Privilege } from '../../security/privilege.js';
import {
  defineEndpoint,
  type Endpoint,
  type EndpointShape,
  type RequestContext,
} from '../endpoint.js';
import { CAT_PARAMS } from './cat_params.js';
import { type Column, renderHelp, renderTable } from './cat_table.js';

interface CatRequest<P extends ParamTable> {
  readonly pathParams: Readonly<Record<string, string | undefined>>;
  readonly params: ParamValues<P> & ParamValues<typeof CAT_PARAMS>;
}

interface CatDefinition<Row, P extends ParamTable> {
  readonly id: string;
  readonly shape: EndpointShape;
  readonly routes: readonly string[];
  readonly params: P;
  readonly privilege: Privilege;
  readonly columns: readonly Column<Row>[] | ((request: CatRequest<P>) => readonly Column<Row>[]);
  readonly rows: (
    request: CatRequest<P>,
    actors: Actors,
    context: RequestContext,
  ) => Promise<readonly Row[]> | readonly Row[];
}

export function defineCat<Row, const P extends ParamTable>(
  definition: CatDefinition<Row, P>,
): Endpoint {
  const { id, shape, routes, privilege, columns } = definition;
  return defineEndpoint({
    id,
    shape,
    routes,
    privilege,
    params: { ...CAT_PARAMS, ...definition.params },
    body: 'none',
    parse: ({ pathParams, params }): CatRequest<P> => ({
      pathParams,
      params: params as CatRequest<P>['params'],
    }),
    handle: async (request, actors, context) => {
      const declared = typeof columns === 'function' ? columns(request) : columns;
      if (request.params.help) return textReply(renderHelp(declared));
      const rows = await definition.rows(request, actors, context);
      const isList = context.format !== undefined && context.format !== 'text';
      const answer = renderTable(declared, rows, request.params, isList ? 'list' : 'text');
      return answer.kind === 'text' ? textReply(answer.text) : jsonReply(answer.list);
    },
  });
}
