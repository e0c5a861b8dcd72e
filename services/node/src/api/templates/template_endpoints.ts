/**
 * Makes the endpoints that component templates and composable index templates have in common: the
 * two kinds differ in their table of the cluster state and in their form.
 */
import type { ClusterState } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { acknowledged, emptyReply, jsonReply, type ParamTable } from '@skein/http';
import type { MasterService, SubmitOptions } from '../../master_service/mod.js';
import { LOCAL_PARAM, MASTER_TIMEOUT_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint, type Endpoint } from '../endpoint.js';
import { type LocatedBody, locatedBody } from '../search/search_body.js';
import { existsAny, foundTemplates, statusOf } from './found_templates.js';
import { GET_TEMPLATE_PARAMS, PUT_TEMPLATE_PARAMS } from './template_params.js';

type Metadata = ClusterState['metadata'];

interface TemplateKind<T> {
  readonly id: string;
  /** The kind in paths and responses: `index_template`. */
  readonly kind: 'component_template' | 'index_template';
  readonly templates: (metadata: Metadata) => ReadonlyMap<string, T>;
}

export function getTemplates<T extends { readonly name: string }>({
  id,
  kind,
  templates,
  json,
}: TemplateKind<T> & { readonly json: (template: T) => JsonObject }): Endpoint {
  return defineEndpoint({
    id,
    shape: 'local',
    routes: [`GET /_${kind}`, `GET /_${kind}/{name}`],
    params: GET_TEMPLATE_PARAMS,
    body: 'none',
    privilege: 'cluster:monitor',
    parse: ({ pathParams }) => pathParams.name,
    handle: (name, { masterService }) => {
      const all = templates(masterService.state().metadata);
      const found = foundTemplates(all, name, kind.replace('_', ' '));
      const shown = found.map((template) => ({ name: template.name, [kind]: json(template) }));
      return jsonReply({ [`${kind}s`]: shown }, statusOf(found, name));
    },
  });
}

export function existTemplates({
  id,
  kind,
  templates,
  params = {},
}: TemplateKind<{ readonly name: string }> & { readonly params?: ParamTable }): Endpoint {
  return defineEndpoint({
    id,
    shape: 'local',
    routes: [`HEAD /_${kind}/{name}`],
    params: { ...MASTER_TIMEOUT_PARAMS, ...LOCAL_PARAM, ...params },
    body: 'none',
    privilege: 'cluster:monitor',
    parse: ({ pathParams }) => pathParams.name ?? '',
    handle: (name, { masterService }) => {
      const all = templates(masterService.state().metadata);
      return emptyReply(existsAny(all, name) ? 200 : 404);
    },
  });
}

interface PutTemplate<T> extends Pick<TemplateKind<T>, 'id' | 'kind'> {
  readonly read: (name: string, body: LocatedBody) => T;
  readonly store: (
    master: MasterService,
    request: { readonly template: T; readonly create: boolean },
    options: SubmitOptions,
  ) => ReturnType<MasterService['submit']>;
  /** The headers of the response, with the warnings about a template that was stored. */
  readonly headers?: (state: ClusterState, template: T) => Readonly<Record<string, string>>;
}

export function putTemplate<T>({ id, kind, read, store, headers }: PutTemplate<T>): Endpoint {
  return defineEndpoint({
    id,
    shape: 'master',
    routes: [`PUT /_${kind}/{name}`, `POST /_${kind}/{name}`],
    params: PUT_TEMPLATE_PARAMS,
    body: 'json',
    privilege: 'templates:manage',
    parse: ({ pathParams, params, body }) => {
      body.requiredObject();
      const template = read(pathParams.name ?? '', locatedBody(body));
      return { template, create: params.create, options: submitOptions(params) };
    },
    handle: async ({ template, create, options }, { masterService }) => {
      const outcome = await store(masterService, { template, create }, options);
      const reply = acknowledged({}, outcome.acknowledged);
      if (headers === undefined) return reply;
      return { ...reply, headers: headers(masterService.state(), template) };
    },
  });
}
