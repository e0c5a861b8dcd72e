/**
 * All places of a search request that may contain a query. Code that examines a request's queries
 * uses this file, so that no place is forgotten.
 */
import { type AggregationTree, mapAggregationQueries } from '@skein/aggregations';
import type { HighlightField } from '../highlight/contract.js';
import type { QueryNode } from '../queries/query_node.js';
import { aggregatedQuery, hitsRequest } from './aggregation_data.js';
import type { NestedSort, SearchRequest, SortSpec } from './search_request.js';

type Change = (query: QueryNode) => QueryNode;

export function queriesOf(request: SearchRequest): readonly QueryNode[] {
  const found: QueryNode[] = [];
  changedPlaces(request, (query) => {
    found.push(query);
    return query;
  });
  return found;
}

/** Returns the request with each of its queries changed. */
export function mapQueries(request: SearchRequest, change: Change): SearchRequest {
  return { ...request, ...changedPlaces(request, change) };
}

/**
 * The only list of the members that contain queries. Other members are left out, to avoid copying
 * them for each search.
 */
function changedPlaces(request: SearchRequest, change: Change) {
  const { query, postFilter, knn, rescores, sort, aggregations, highlight } = request;
  return {
    query: query && change(query),
    postFilter: postFilter && change(postFilter),
    // A changed section is still a `knn` query.
    knn: knn.map((section) => change(section) as (typeof knn)[number]),
    rescores: rescores.map((rescore) => ({ ...rescore, query: change(rescore.query) })),
    sort: sort.map((spec) => mapSort(spec, change)),
    aggregations: aggregations && mapTree(aggregations, change),
    highlight: highlight && {
      fields: highlight.fields.map((field) => mapHighlighted(field, change)),
      queries: highlight.queries.map(change),
    },
  };
}

function mapHighlighted(field: HighlightField, change: Change): HighlightField {
  return field.query ? { ...field, query: change(field.query) } : field;
}

function mapTree(tree: AggregationTree, change: Change): AggregationTree {
  return mapAggregationQueries(tree, {
    query: (query) => change(aggregatedQuery(query)),
    hits: (hits) => ({ ...hits, request: mapQueries(hitsRequest(hits), change) }),
  });
}

function mapSort(spec: SortSpec, change: Change): SortSpec {
  return spec.nested ? { ...spec, nested: mapNested(spec.nested, change) } : spec;
}

function mapNested(sort: NestedSort, change: Change): NestedSort {
  const { filter, nested } = sort;
  return {
    ...sort,
    filter: filter && change(filter),
    nested: nested && mapNested(nested, change),
  };
}
