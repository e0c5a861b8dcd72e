/** Dependencies of a sort's parser. */
import type { JsonValue } from '@skein/content';
import type { QueryNode } from '../queries/query_node.js';
import type { BodyLocator } from './body_location.js';

export interface SortReading {
  readonly locate: BodyLocator;
  /** Parses a query inside the sort. */
  readonly parse: (query: JsonValue) => QueryNode;
}
