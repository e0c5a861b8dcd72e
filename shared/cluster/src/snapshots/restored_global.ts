/**
 * Global metadata from a snapshot: templates, policies, pipelines, scripts, persistent settings.
 * Another cluster may have written it, so its form is checked entry by entry, and it is merged into
 * the cluster's only if the cluster would accept each entry in a request.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { checkKeepAlives } from '../commands/keep_alive_rules.js';
import { checkingComponent } from '../commands/put_component_template.js';
import { checkComponents, checkingIndexTemplate } from '../commands/put_index_template.js';
import { withTemplate } from '../commands/put_template.js';
import { checkClusterSettings, checkCount } from '../commands/update_cluster_settings.js';
import { checkWatermarks } from '../commands/watermark_rules.js';
import { type ClusterState, clusterSettings } from '../state/cluster_state.js';
import { decodeSettingsMap } from '../state/encode.js';
import {
  GLOBAL_ENTRIES,
  type GlobalEntries,
  type GlobalMetadata,
} from '../state/global_metadata.js';
import { type LifecyclePolicy, policyKey } from '../state/lifecycle.js';
import { type EntriesField, METADATA_PARTS } from '../state/part_kinds.js';
import { corruptMetadata, readForeign } from './foreign_metadata.js';

const KNOWN: ReadonlySet<string> = new Set([...GLOBAL_ENTRIES, 'persistentSettings']);

/**
 * Reads global metadata. Throws corrupt_repository_exception for a wrong shape. Sources of
 * pipelines, scripts and policies are validated later, by their own packages.
 */
export function readGlobalMetadata(global: JsonObject): GlobalMetadata {
  const unknown = Object.keys(global).find((key) => !KNOWN.has(key));
  if (unknown !== undefined) throw corruptMetadata(`global metadata has unknown [${unknown}]`);
  const read: GlobalMetadata = {
    templates: entriesOf('templates', METADATA_PARTS.templates, global),
    indexTemplates: entriesOf('indexTemplates', METADATA_PARTS.indexTemplates, global),
    componentTemplates: entriesOf('componentTemplates', METADATA_PARTS.componentTemplates, global),
    lifecyclePolicies: entriesOf('lifecyclePolicies', METADATA_PARTS.lifecyclePolicies, global),
    storedScripts: entriesOf('storedScripts', METADATA_PARTS.storedScripts, global),
    pipelines: entriesOf('pipelines', METADATA_PARTS.pipelines, global),
    searchPipelines: entriesOf('searchPipelines', METADATA_PARTS.searchPipelines, global),
    persistentSettings: settingsOf(global),
  };
  for (const name of ['templates', 'indexTemplates', 'componentTemplates'] as const) {
    for (const [key, entry] of read[name]) checkKey(name, key, entry.name);
  }
  for (const [key, policy] of read.lifecyclePolicies) checkPolicy(key, policy);
  return read;
}

function entriesOf<T>(
  name: GlobalEntries,
  { decode }: EntriesField<T>,
  global: JsonObject,
): ReadonlyMap<string, T> {
  return new Map(
    Object.entries(requireObject(name, global[name])).map(([key, json]) => {
      const what = `${name} [${key}]`;
      const entry = requireObject(what, json);
      return [key, readForeign(what, () => decode(entry))];
    }),
  );
}

function settingsOf({ persistentSettings }: JsonObject): GlobalMetadata['persistentSettings'] {
  const settings = requireObject('persistentSettings', persistentSettings);
  return readForeign('persistentSettings', () => decodeSettingsMap(settings));
}

function requireObject(what: string, json: JsonValue | undefined): JsonObject {
  if (isJsonObject(json)) return json;
  throw corruptMetadata(`${what} cannot be read: it is no object`);
}

function checkKey(what: string, key: string, own: string): void {
  if (key !== own) throw corruptMetadata(`${what} [${key}] has the name [${own}]`);
}

function checkPolicy(key: string, { id, dialect, version, seqNo, updatedMs }: LifecyclePolicy) {
  const isKnown = dialect === 'ism' || dialect === 'ilm';
  const areCounts = [version, seqNo, updatedMs].every((one) => Number.isSafeInteger(one));
  if (!isKnown || !areCounts) throw corruptMetadata(`lifecyclePolicies [${key}] cannot be read`);
  checkKey('lifecyclePolicies', key, policyKey(dialect, String(id)));
}

/**
 * The state with the snapshot's entries merged over its own, and the persistent settings replaced,
 * as in OpenSearch. Templates are checked once all of them are present, since they depend on each
 * other. Throws as the commands do that store the entries one by one.
 */
export function* withGlobalMetadata(
  state: ClusterState,
  global: GlobalMetadata,
): Generator<void, ClusterState> {
  const { persistentSettings } = global;
  checkCount('persistent', persistentSettings.size);
  checkClusterSettings('persistent', persistentSettings);
  const entries = GLOBAL_ENTRIES.map((name) => {
    const own: ReadonlyMap<string, unknown> = state.metadata[name];
    return [name, new Map([...own, ...global[name]])] as const;
  });
  let next: ClusterState = {
    ...state,
    metadata: { ...state.metadata, ...Object.fromEntries(entries), persistentSettings },
  };
  const effective = clusterSettings(next);
  checkWatermarks(effective, persistentSettings);
  checkKeepAlives(effective, persistentSettings);
  for (const template of global.templates.values()) next = yield* withTemplate(next, template);
  for (const component of global.componentTemplates.values()) yield* checkingComponent(component);
  for (const template of next.metadata.indexTemplates.values()) {
    const { composedOf = [] } = template;
    const isTouched = composedOf.some((name) => global.componentTemplates.has(name));
    if (!isTouched && !global.indexTemplates.has(template.name)) continue;
    checkComponents(next, template);
    yield* checkingIndexTemplate(next, template);
  }
  return next;
}
