/** The `join` field of an index, as the queries over parents and children see it. */
import { utf8 } from '@skein/bytes';
import type { JoinField } from '@skein/mapping';
import { booleanQuery, type Query, termQuery } from '@skein/search_library';
import type { QueryShardContext } from './query_shard_context.js';

export function joinField({ mapping }: QueryShardContext): JoinField | undefined {
  return mapping.joinField;
}

/** The relation a child belongs to. */
export function parentOf({ relations }: JoinField, child: string): string | undefined {
  return [...relations].find(([, children]) => children.includes(child))?.[0];
}

/** The field that holds the ids of the parents of a relation, in parents and children. */
export function parentIds({ name }: JoinField, parent: string): string {
  return `${name}#${parent}`;
}

/** All documents of some relations. */
export function ofRelations({ name }: JoinField, relations: readonly string[]): Query {
  const should = relations.map((relation) => termQuery(name, utf8(relation)));
  const [only] = should;
  return only && should.length === 1 ? only : booleanQuery({ should, minimumShouldMatch: 1 });
}
