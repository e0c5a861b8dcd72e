/** Sorts `index.analysis.KIND.NAME.key` settings into the settings of each component. */
import { ComponentSettings } from './component_settings.js';

type ComponentKind = 'analyzer' | 'tokenizer' | 'filter' | 'char_filter' | 'normalizer';

export function componentsOf(
  indexSettings: ReadonlyMap<string, string>,
  kind: ComponentKind,
): ReadonlyMap<string, ComponentSettings> {
  const prefix = `index.analysis.${kind}.`;
  const values = new Map<string, Map<string, string>>();
  for (const [key, value] of indexSettings) {
    if (!key.startsWith(prefix)) continue;
    const dot = key.indexOf('.', prefix.length);
    if (dot < 0) continue;
    const name = key.slice(prefix.length, dot);
    const ofName = values.get(name) ?? new Map<string, string>();
    ofName.set(key.slice(dot + 1), value);
    values.set(name, ofName);
  }
  const components = new Map<string, ComponentSettings>();
  for (const [name, ofName] of values) components.set(name, new ComponentSettings(name, ofName));
  return components;
}
