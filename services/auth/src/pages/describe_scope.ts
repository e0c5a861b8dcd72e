/** A scope entry in plain words. */
import { parseScopeEntry } from '@skein/oauth';

const INDEX_LEVELS: ReadonlyMap<string, string> = new Map([
  ['read', 'search and read'],
  ['write', 'add, change and delete documents in'],
  ['create', 'create'],
  ['monitor', 'see the state of'],
  ['manage', 'change the settings of, and delete,'],
  ['all', 'do everything with'],
]);

const OTHERS: ReadonlyMap<string, string> = new Map([
  ['cluster:monitor', 'see the state of the cluster'],
  ['cluster:manage', 'change the settings of the cluster'],
  ['cluster:all', 'do everything with the cluster'],
  ['pipelines:manage', 'change ingest pipelines'],
  ['templates:manage', 'change index templates'],
  ['scripts:manage', 'change stored scripts'],
  ['snapshots:manage', 'make, restore and delete snapshots'],
  ['tasks:manage', 'stop running tasks'],
  ['security:read', 'see users, roles and clients'],
  ['security:manage', 'change users, roles and clients'],
]);

export function describeScope(scope: string): string {
  const entry = parseScopeEntry(scope);
  const index = entry?.family === 'indices' ? INDEX_LEVELS.get(entry.level) : undefined;
  if (index === undefined) return OTHERS.get(scope) ?? scope;
  return entry?.pattern === '*'
    ? `${index} all indices`
    : `${index} indices named ${entry?.pattern}`;
}
