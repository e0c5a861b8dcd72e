/**
 * `GET /_cat/templates`, `GET /_cat/templates/{name}`: the templates of new indices, chosen by a
 * name or one pattern.
 */
import { simpleMatch } from '@skein/base';
import type { ClusterState, ComposableTemplate, IndexTemplate } from '@skein/cluster';
import { chosenTemplates } from '../indices/templates/get_template.js';
import { defineCat } from './cat_endpoint.js';
import { STATE_PARAMS } from './cat_params.js';
import type { Column } from './cat_table.js';

type Row = Pick<IndexTemplate, 'name' | 'patterns' | 'version'> & {
  /** The order of a legacy template, or the priority of a composable one. */
  readonly order: number | undefined;
  /** Empty for a legacy template. */
  readonly composedOf: string;
};

const COLUMNS: readonly Column<Row>[] = [
  { name: 'name', aliases: ['n'], description: 'template name', cell: ({ name }) => name },
  {
    name: 'index_patterns',
    aliases: ['t'],
    description: 'template index patterns',
    cell: ({ patterns }) => `[${patterns.join(', ')}]`,
  },
  {
    name: 'order',
    aliases: ['o', 'p'],
    description: 'template application order/priority number',
    cell: ({ order }) => order ?? null,
  },
  {
    name: 'version',
    aliases: ['v'],
    description: 'version',
    cell: ({ version }) => version ?? null,
  },
  {
    name: 'composed_of',
    aliases: ['c'],
    description: 'component templates comprising index template',
    cell: ({ composedOf }) => composedOf,
  },
];

export const templates = defineCat({
  id: 'cat.templates',
  shape: 'local',
  routes: ['GET /_cat/templates', 'GET /_cat/templates/{name}'],
  params: STATE_PARAMS,
  privilege: 'cluster:monitor',
  columns: COLUMNS,
  rows: ({ pathParams }, { masterService }) =>
    rowsOf(masterService.state(), pathParams.name ?? '*'),
});

/** The rows of the templates that match the pattern, legacy templates first. */
function rowsOf(state: ClusterState, pattern: string): readonly Row[] {
  const legacy = chosenTemplates(state, [pattern]).map((template) => ({
    ...template,
    composedOf: '',
  }));
  const { indexTemplates } = state.metadata;
  const composable = [...indexTemplates.values()]
    .filter(({ name }) => simpleMatch(pattern, name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return [...legacy, ...composable.map(rowOf)];
}

function rowOf({ name, patterns, version, priority, composedOf = [] }: ComposableTemplate): Row {
  return {
    name,
    patterns,
    version,
    order: priority ?? 0,
    composedOf: `[${composedOf.join(', ')}]`,
  };
}
