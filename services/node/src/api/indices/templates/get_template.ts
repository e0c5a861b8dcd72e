/** `GET /_template`, `GET /_template/{name}` */
import { simpleMatch } from '@skein/base';
import type { ClusterState, IndexTemplate } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { jsonReply, splitList } from '@skein/http';
import { defineEndpoint } from '../../endpoint.js';
import { GET_TEMPLATE_PARAMS } from '../../templates/template_params.js';
import { renderAlias } from '../aliases/render_alias.js';
import { renderSettings } from '../render_settings.js';

export const get_template = defineEndpoint({
  id: 'indices.get_template',
  shape: 'local',
  routes: ['GET /_template', 'GET /_template/{name}'],
  params: GET_TEMPLATE_PARAMS,
  body: 'none',
  privilege: 'cluster:monitor',
  parse: ({ pathParams, params }) => ({
    names: pathParams.name === undefined ? undefined : splitList(pathParams.name),
    flat: params.flat_settings,
  }),
  handle: ({ names, flat }, { masterService }) => {
    const templates = chosenTemplates(masterService.state(), names ?? ['*']);
    const body = Object.fromEntries(
      templates.map((template) => [template.name, render(template, flat)]),
    );
    // As in OpenSearch, a request with a name or pattern gets a 404 if nothing was found.
    const isMissing = names !== undefined && templates.length === 0;
    return jsonReply(body, isMissing ? 404 : 200);
  },
});

/** Templates by name or pattern, in name order. */
export function chosenTemplates(state: ClusterState, names: readonly string[]): IndexTemplate[] {
  return [...state.metadata.templates.values()]
    .filter((template) => names.some((name) => simpleMatch(name, template.name)))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function render(template: IndexTemplate, flat: boolean): JsonObject {
  return {
    order: template.order,
    ...(template.version === undefined ? {} : { version: template.version }),
    index_patterns: template.patterns,
    settings: renderSettings(template.settings, flat),
    mappings: template.mapping,
    aliases: Object.fromEntries(
      [...template.aliases].map(([name, alias]) => [name, renderAlias(alias)]),
    ),
  };
}
