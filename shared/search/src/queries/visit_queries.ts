/**
 * Walks trees of queries: to gather their needs, insert the documents that they need, find a query,
 * and show them as JSON.
 */
import type { JsonObject } from '@skein/content';
import { queryTypeOf } from './bind_query.js';
import type { Draft } from './into_draft.js';
import type { QueryNode } from './query_node.js';
import {
  type FoundDocuments,
  greaterCost,
  type NeededDocument,
  type QueryNeeds,
} from './query_type.js';
import { QUERY_TYPES } from './registry.js';

/** The combined needs of several trees. */
export interface TreeNeeds extends QueryNeeds {
  /** True if some query has a name. */
  readonly named: boolean;
}

interface Gathered extends Draft<Omit<TreeNeeds, 'documents'>> {
  documents: NeededDocument[];
}

export function needsOf(queries: Iterable<QueryNode>): TreeNeeds {
  const gathered: Gathered = {
    cost: 'light',
    documents: [],
    now: false,
    scripts: false,
    innerHits: false,
    otherDocuments: false,
    named: false,
  };
  for (const query of queries) gather(query, gathered);
  return gathered;
}

function gather({ kind, params, name }: QueryNode, into: Gathered): void {
  const type = queryTypeOf(kind, QUERY_TYPES);
  const { cost, documents, now, scripts, innerHits, otherDocuments } = type.needs(params);
  into.cost = greaterCost(into.cost, cost);
  for (const document of documents) into.documents.push(document);
  into.now ||= now;
  into.scripts ||= scripts;
  into.innerHits ||= innerHits;
  into.otherDocuments ||= otherDocuments;
  into.named ||= name !== undefined;
  for (const child of type.children(params)) gather(child, into);
}

/** Fills in all documents that the query or its descendants need. */
export function fillQuery(node: QueryNode, found: FoundDocuments): QueryNode {
  const type = queryTypeOf(node.kind, QUERY_TYPES);
  const children = type.children(node.params);
  const inside =
    children.length === 0
      ? node.params
      : type.withChildren(
          node.params,
          children.map((child) => fillQuery(child, found)),
        );
  return { ...node, params: type.fill ? type.fill(inside, found) : inside };
}

/** The first query of the tree, from the top, that passes the test. */
export function findQuery(
  node: QueryNode,
  test: (needs: QueryNeeds) => boolean,
): QueryNode | undefined {
  const type = queryTypeOf(node.kind, QUERY_TYPES);
  if (test(type.needs(node.params))) return node;
  for (const child of type.children(node.params)) {
    const found = findQuery(child, test);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The query as APIs show it, with all defaults; `undefined` if a type in it has no such form. */
export function queryJson(node: QueryNode): JsonObject | undefined {
  return queryTypeOf(node.kind, QUERY_TYPES).toJson?.(node.params, node, queryJson);
}
