/** Encodes composable templates and their components as JSON, and decodes them. */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import type { ComponentTemplate, ComposableTemplate, TemplateBody } from './composable_template.js';
import {
  decodeAliases,
  decodeSettings,
  encodeAliases,
  encodeSettings,
  integer,
  list,
  object,
  objects,
  text,
} from './encode.js';
import { decodeStreamLifecycle, decodeStreamTemplate } from './encode_data_stream.js';

export function encodeComponent(component: ComponentTemplate): JsonObject {
  return { ...component, template: encodeBody(component.template) };
}

export function decodeComponent(json: JsonObject): ComponentTemplate {
  return {
    name: text(json, 'name'),
    template: decodeBody(object(json.template, 'template')),
    ...decodeLabels(json),
  };
}

export function encodeComposable({
  template,
  dataStream,
  ...rest
}: ComposableTemplate): JsonObject {
  return {
    ...rest,
    ...(template === undefined ? {} : { template: encodeBody(template) }),
    ...(dataStream === undefined ? {} : { dataStream: { ...dataStream } }),
  };
}

export function decodeComposable(json: JsonObject): ComposableTemplate {
  const { template, composedOf, dataStream } = json;
  return {
    name: text(json, 'name'),
    patterns: list(json, 'patterns').map(String),
    template: isJsonObject(template) ? decodeBody(template) : undefined,
    composedOf: composedOf === undefined ? undefined : list(json, 'composedOf').map(String),
    priority: optionalInteger(json, 'priority'),
    dataStream: isJsonObject(dataStream) ? decodeStreamTemplate(dataStream) : undefined,
    ...decodeExtras(json),
    ...decodeLabels(json),
  };
}

/** Decodes the fields that Elasticsearch's templates have in addition to OpenSearch's. */
function decodeExtras(
  json: JsonObject,
): Pick<ComposableTemplate, 'allowsAutoCreate' | 'optionalComponents'> {
  const { allowsAutoCreate, optionalComponents } = json;
  return {
    ...(typeof allowsAutoCreate === 'boolean' ? { allowsAutoCreate } : {}),
    ...(optionalComponents === undefined
      ? {}
      : { optionalComponents: list(json, 'optionalComponents').map(String) }),
  };
}

function decodeLabels(json: JsonObject): Pick<ComponentTemplate, 'version' | 'meta'> {
  const { meta } = json;
  return {
    version: optionalInteger(json, 'version'),
    meta: isJsonObject(meta) ? meta : undefined,
  };
}

function encodeBody({ settings, mapping, aliases, lifecycle }: TemplateBody): JsonObject {
  return {
    ...(lifecycle === undefined ? {} : { lifecycle: { ...lifecycle } }),
    settings: settings && encodeSettings(settings),
    mapping,
    aliases: aliases && encodeAliases(aliases),
  };
}

function decodeBody(json: JsonObject): TemplateBody {
  const given = (key: string): JsonValue | undefined => json[key];
  return {
    settings: given('settings') === undefined ? undefined : decodeSettings(list(json, 'settings')),
    mapping: given('mapping') === undefined ? undefined : object(json.mapping, 'mapping'),
    aliases: given('aliases') === undefined ? undefined : decodeAliases(objects(json, 'aliases')),
    ...(isJsonObject(json.lifecycle) ? { lifecycle: decodeStreamLifecycle(json.lifecycle) } : {}),
  };
}

function optionalInteger(json: JsonObject, key: string): number | undefined {
  return json[key] === undefined ? undefined : integer(json, key);
}
