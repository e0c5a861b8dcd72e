/**
 * `GET /_cat/component_templates`, `GET /_cat/component_templates/{name}`: the component templates
 * of which index templates are composed.
 */
import { simpleMatch } from '@skein/base';
import type { ClusterState, ComponentTemplate } from '@skein/cluster';
import { isJsonObject, type JsonObject } from '@skein/content';
import { defineCat } from './cat_endpoint.js';
import { STATE_PARAMS } from './cat_params.js';
import type { Column } from './cat_table.js';

interface Row extends ComponentTemplate {
  /** Names of the index templates that it is a part of. */
  readonly includedIn: readonly string[];
}

const COLUMNS: readonly Column<Row>[] = [
  {
    name: 'name',
    aliases: ['n'],
    description: 'component template name',
    cell: ({ name }) => name,
  },
  {
    name: 'version',
    aliases: ['v'],
    description: 'version',
    cell: ({ version }) => version ?? null,
  },
  {
    name: 'alias_count',
    aliases: ['a'],
    description: 'number of aliases in component template',
    cell: ({ template }) => template.aliases?.size ?? 0,
  },
  {
    name: 'mapping_count',
    aliases: ['m'],
    description: 'number of mappings in component template',
    cell: ({ template }) => fieldCount(template.mapping),
  },
  {
    name: 'settings_count',
    aliases: ['s'],
    description: 'number of settings in component template',
    cell: ({ template }) => template.settings?.size ?? 0,
  },
  {
    name: 'metadata_count',
    aliases: ['me'],
    description: 'number of metadata in component template',
    cell: ({ meta }) => Object.keys(meta ?? {}).length,
  },
  {
    name: 'included_in',
    aliases: ['i'],
    description: 'included in index templates',
    cell: ({ includedIn }) => `[${includedIn.join(', ')}]`,
  },
];

export const component_templates = defineCat({
  id: 'cat.component_templates',
  shape: 'local',
  routes: ['GET /_cat/component_templates', 'GET /_cat/component_templates/{name}'],
  params: STATE_PARAMS,
  privilege: 'cluster:monitor',
  columns: COLUMNS,
  rows: ({ pathParams }, { masterService }) =>
    rowsOf(masterService.state(), pathParams.name ?? '*'),
});

function rowsOf({ metadata }: ClusterState, pattern: string): readonly Row[] {
  const users = [...metadata.indexTemplates.values()];
  return [...metadata.componentTemplates.values()]
    .filter(({ name }) => simpleMatch(pattern, name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((component) => ({
      ...component,
      includedIn: users
        .filter(({ composedOf = [] }) => composedOf.includes(component.name))
        .map(({ name }) => name)
        .sort(),
    }));
}

function fieldCount(mapping: JsonObject | undefined): number {
  return isJsonObject(mapping?.properties) ? Object.keys(mapping.properties).length : 0;
}
