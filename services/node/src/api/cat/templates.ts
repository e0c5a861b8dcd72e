/** `GET /_cat/templates`, `GET /_cat/templates/{name}`: what new indices begin with, by name or one pattern. */
import type { IndexTemplate } from '@skein/cluster';
import { chosenTemplates } from '../indices/get_template.js';
import { defineCat } from './cat_endpoint.js';
import type { Column } from './cat_table.js';

const COLUMNS: readonly Column<IndexTemplate>[] = [
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
    cell: ({ order }) => order,
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
    cell: () => '',
  },
];

export const templates = defineCat({
  id: 'cat.templates',
  shape: 'local',
  routes: ['GET /_cat/templates', 'GET /_cat/templates/{name}'],
  params: {},
  privilege: 'cluster:monitor',
  columns: COLUMNS,
  rows: ({ pathParams }, { masterService }) =>
    chosenTemplates(masterService.state(), [pathParams.name ?? '*']),
});
