/**
 * One setting: its key, how its text is read, its default, and when it may change. Made by the
 * constructors of `setting_types.ts`, listed in the family tables, found through a `SettingsTable`.
 */
import { elementsOf, type Settings } from './settings.js';

/**
 * `static`: fixed while the index is open (or the node runs). `dynamic`: may change at any time.
 * `final`: fixed forever once created. `private`: written only by the server.
 */
export type SettingUpdate = 'static' | 'dynamic' | 'final' | 'private';

export type SettingScope = 'node' | 'cluster' | 'index' | 'repository';

export interface Setting<T> {
  /** The full key; a trailing `*` makes it a family (`index.routing.allocation.include.*`). */
  readonly key: string;
  readonly update: SettingUpdate;
  /**
   * Description for the settings reference; it starts with "hint:" when the server may ignore the
   * setting.
   */
  readonly doc: string;
  /**
   * The default as text, which may depend on another setting; `undefined`: an absent setting reads
   * as `absent`.
   */
  readonly defaultText: (settings: Settings) => string | undefined;
  readonly absent: T;
  /**
   * Converts text to a value; throws illegal_argument_exception with OpenSearch's message. `key`
   * names the concrete key of a family.
   */
  readonly parse: (text: string, key: string) => T;
  readonly isList: boolean;
}

/** The value in `settings`, or the default. */
export function readSetting<T>(settings: Settings, setting: Setting<T>): T {
  const text = settingText(settings, setting);
  return text === undefined ? setting.absent : setting.parse(text, setting.key);
}

/** The text in `settings`, or the default's. Lists are joined by commas. */
export function settingText<T>(settings: Settings, setting: Setting<T>): string | undefined {
  const elements = setting.isList ? elementsOf(settings, setting.key) : [];
  if (elements.length > 0) return elements.join(',');
  return settings.get(setting.key) ?? setting.defaultText(settings);
}
