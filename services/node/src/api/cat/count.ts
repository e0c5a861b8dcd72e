/** `GET /_cat/count`: documents of the cluster or of some indices. */
import { defineCat } from './cat_endpoint.js';
import { epochColumns } from './columns/epoch_columns.js';

interface Row {
  readonly nowMs: number;
  readonly count: number;
}

export const count = defineCat({
  id: 'cat.count',
  shape: 'search',
  routes: ['GET /_cat/count', 'GET /_cat/count/{index}'],
  params: {},
  privilege: 'indices:read',
  columns: [
    ...epochColumns<Row>(),
    {
      name: 'count',
      aliases: ['dc', 'docs.count', 'docsCount'],
      description: 'the document count',
      cell: (row: Row) => row.count,
    },
  ],
  rows: async ({ pathParams }, { searchCoordinator }, context) => {
    const answer = await searchCoordinator.count(
      {
        target: {
          indices: pathParams.index === undefined ? [] : [pathParams.index],
          ignoreUnavailable: false,
          allowNoIndices: true,
          expandWildcards: ['open'],
          ignoreThrottled: true,
        },
        query: undefined,
        given: undefined,
        routing: undefined,
        preference: undefined,
        terminateAfter: undefined,
        minScore: undefined,
      },
      context,
    );
    return [{ nowMs: context.nowMs, count: Number(answer.count) }];
  },
});
