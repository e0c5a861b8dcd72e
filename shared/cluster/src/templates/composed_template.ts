/** The contents of a composable template: its components, weakest first, and then its own body. */
import type { JsonObject } from '@skein/content';
import type { ClusterState } from '../state/cluster_state.js';
import type { ComposableTemplate, TemplateBody } from '../state/composable_template.js';
import type { DataStreamTemplate, StreamLifecycle } from '../state/data_stream.js';
import type { AliasMetadata } from '../state/index_metadata.js';

/** The bodies, weakest first. Missing components are left out. */
export function bodiesOf(state: ClusterState, template: ComposableTemplate): TemplateBody[] {
  const components = (template.composedOf ?? []).flatMap(
    (name) => state.metadata.componentTemplates.get(name)?.template ?? [],
  );
  return template.template === undefined ? components : [...components, template.template];
}

/** Merged settings, in which later bodies win. */
export function composedSettings(bodies: readonly TemplateBody[]): Map<string, string> {
  const settings = new Map<string, string>();
  for (const body of bodies)
    for (const [key, value] of body.settings ?? []) settings.set(key, value);
  return settings;
}

export function composedAliases(bodies: readonly TemplateBody[]): Map<string, AliasMetadata> {
  const aliases = new Map<string, AliasMetadata>();
  for (const body of bodies)
    for (const [name, alias] of body.aliases ?? []) aliases.set(name, alias);
  return aliases;
}

export function mappingsOf(bodies: readonly TemplateBody[]): JsonObject[] {
  return bodies.flatMap(({ mapping }) => (mapping === undefined ? [] : [mapping]));
}

/**
 * The mappings of a backing index, weakest first. The timestamp field is required in every
 * document, and it is a date unless the templates define it further.
 */
export function streamMappingsOf(
  { timestampField: name }: DataStreamTemplate,
  bodies: readonly TemplateBody[],
): JsonObject[] {
  const weakest = { properties: { [name]: { type: 'date' } } };
  const required = { _data_stream_timestamp: { enabled: true, timestamp_field: { name } } };
  return [weakest, ...mappingsOf(bodies), required];
}

/** The lifecycle of the strongest body that has one. */
export function composedLifecycle(bodies: readonly TemplateBody[]): StreamLifecycle | undefined {
  return bodies.findLast(({ lifecycle }) => lifecycle !== undefined)?.lifecycle;
}
