/** Templates in the form of responses; absent members are omitted. */
import type {
  ComponentTemplate,
  ComposableTemplate,
  DataStreamTemplate,
  TemplateBody,
} from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { lifecycleJson } from '../data_stream/lifecycle_json.js';
import { renderAlias } from '../indices/aliases/render_alias.js';
import { renderSettings } from '../indices/render_settings.js';

export function componentJson({ template, version, meta }: ComponentTemplate): JsonObject {
  return { template: bodyJson(template), ...labelsJson({ version, meta }) };
}

export function composableJson(template: ComposableTemplate): JsonObject {
  const { composedOf, priority, dataStream, optionalComponents, allowsAutoCreate } = template;
  return {
    index_patterns: template.patterns,
    ...(template.template === undefined ? {} : { template: bodyJson(template.template) }),
    ...(composedOf === undefined ? {} : { composed_of: composedOf }),
    ...(priority === undefined ? {} : { priority }),
    ...labelsJson(template),
    ...(dataStream === undefined ? {} : { data_stream: streamTemplateJson(dataStream) }),
    ...(optionalComponents === undefined
      ? {}
      : { ignore_missing_component_templates: optionalComponents }),
    ...(allowsAutoCreate === undefined ? {} : { allow_auto_create: allowsAutoCreate }),
  };
}

function streamTemplateJson({
  timestampField,
  isHidden,
  allowsRouting,
}: DataStreamTemplate): JsonObject {
  return {
    timestamp_field: { name: timestampField },
    ...(isHidden ? { hidden: true } : {}),
    ...(allowsRouting ? { allow_custom_routing: true } : {}),
  };
}

function labelsJson({ version, meta }: Pick<ComponentTemplate, 'version' | 'meta'>): JsonObject {
  return {
    ...(version === undefined ? {} : { version }),
    ...(meta === undefined ? {} : { _meta: meta }),
  };
}

/**
 * Settings are shown nested, whatever `flat_settings` says; as in OpenSearch, an empty mapping is
 * omitted.
 */
function bodyJson({ mapping, ...rest }: TemplateBody): JsonObject {
  return resolvedJson({ ...rest, mapping: mapping && isEmpty(mapping) ? undefined : mapping });
}

export function isEmpty(mapping: JsonObject): boolean {
  return Object.keys(mapping).length === 0;
}

/** The result of composed templates, in which an empty mapping is shown. */
export function resolvedJson({ settings, mapping, aliases, lifecycle }: TemplateBody): JsonObject {
  return {
    ...(settings === undefined ? {} : { settings: renderSettings(settings, false) }),
    ...(mapping === undefined ? {} : { mappings: mapping }),
    ...(aliases === undefined
      ? {}
      : {
          aliases: Object.fromEntries(
            [...aliases].map(([name, alias]) => [name, renderAlias(alias)]),
          ),
        }),
    ...(lifecycle === undefined ? {} : { lifecycle: lifecycleJson(lifecycle) }),
  };
}
