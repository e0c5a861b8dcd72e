/** `GET /_cat/aliases`: aliases and the indices behind them. */
import { simpleMatch } from '@skein/base';
import { type AliasMetadata, INDICES_OPTIONS } from '@skein/cluster';

import { splitList } from '@skein/http';
import { INDEX_EXPRESSION_PARAMS, LOCAL_PARAM } from '../common_params.js';
import { indexExpression, READS_METADATA, shownIndices } from '../indices/index_targets.js';
import { defineCat } from './cat_endpoint.js';
import type { Column } from './cat_table.js';

interface Row {
  readonly index: string;
  readonly alias: AliasMetadata;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: 'alias', aliases: ['a'], description: 'alias name', cell: (row) => row.alias.name },
  {
    name: 'index',
    aliases: ['i', 'idx'],
    description: 'index alias points to',
    cell: (row) => row.index,
  },
  {
    name: 'filter',
    aliases: ['f', 'fi'],
    description: 'filter',
    cell: (row) => (row.alias.filter === undefined ? '-' : '*'),
  },
  {
    name: 'routing.index',
    aliases: ['ri', 'routingIndex'],
    description: 'index routing',
    cell: (row) => row.alias.indexRouting ?? '-',
  },
  {
    name: 'routing.search',
    aliases: ['rs', 'routingSearch'],
    description: 'search routing',
    cell: (row) => row.alias.searchRouting ?? '-',
  },
  {
    name: 'is_write_index',
    aliases: ['w', 'isWriteIndex'],
    description: 'write index',
    cell: (row) => String(row.alias.isWriteIndex ?? '-'),
  },
];

export const aliases = defineCat({
  id: 'cat.aliases',
  shape: 'local',
  routes: ['GET /_cat/aliases', 'GET /_cat/aliases/{alias}'],
  params: { ...INDEX_EXPRESSION_PARAMS, ...LOCAL_PARAM },
  privilege: { anyOf: ['indices:monitor', 'indices:read'] },
  columns: COLUMNS,
  rows: ({ pathParams, params }, actors, context) => {
    const target = indexExpression(undefined, params, INDICES_OPTIONS.readAliases);
    const showHidden =
      params.expand_wildcards === undefined ||
      params.expand_wildcards.some((word) => word === 'hidden' || word === 'all');
    const wanted = splitList(pathParams.alias ?? '*');
    const { indices } = actors.masterService.state().metadata;
    return shownIndices(actors, context, target, READS_METADATA).flatMap((name) =>
      [...(indices.get(name)?.aliases.values() ?? [])]
        .filter((alias) => showHidden || !alias.isHidden || wanted.includes(alias.name))
        .filter((alias) => isWanted(alias.name, wanted))
        .map((alias) => ({ index: name, alias })),
    );
  },
});

/** Applies the patterns in order; a pattern that starts with `-` excludes the names it matches. */
function isWanted(name: string, patterns: readonly string[]): boolean {
  let wanted = false;
  for (const pattern of patterns) {
    const excludes = pattern.startsWith('-') && pattern !== name;
    const matches = simpleMatch(
      excludes ? pattern.slice(1) : pattern === '_all' ? '*' : pattern,
      name,
    );
    if (matches) wanted = !excludes;
  }
  return wanted;
}
