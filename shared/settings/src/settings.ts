/**
 * Settings in memory: flat keys to text, as OpenSearch keeps them. A list is stored as `key.0`,
 * `key.1`, …; an empty list as the empty string. User keys are in a Map, so no key (`__proto__`) is
 * special.
 */
export type Settings = ReadonlyMap<string, string>;

/** Settings as responses show them: a list may also stand under its own key. */
export type ShownSettings = ReadonlyMap<string, string | readonly string[]>;

/** The words of a list that is given as one text. */
export function wordsOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(',').map((word) => word.trim());
}

/**
 * A change to settings: `null` resets a key to its default; a key may contain `*` when its value is
 * null.
 */
export type SettingsUpdate = ReadonlyMap<string, string | null>;

export const NO_SETTINGS: Settings = new Map();

const LIST_ELEMENT = /^(.+)\.(\d+)$/;

/** The key that a list element belongs to (`a.b.0` -> `a.b`), or the key itself. */
export function listKeyOf(key: string): string {
  return LIST_ELEMENT.exec(key)?.[1] ?? key;
}

/**
 * A list's values: `key.0`, `key.1`, …, or the comma-separated text at `key`; `undefined` when
 * neither exists.
 */
export function readList(settings: Settings, key: string): readonly string[] | undefined {
  const elements = elementsOf(settings, key);
  if (elements.length > 0) return elements;
  const text = settings.get(key);
  return text === undefined ? undefined : wordsOf(text);
}

/** The values at `key.0`, `key.1`, …, up to the first that is missing. */
export function elementsOf<T>(settings: ReadonlyMap<string, T>, key: string): T[] {
  const elements: T[] = [];
  for (let i = 0; ; i++) {
    const element = settings.get(`${key}.${i}`);
    if (element === undefined) return elements;
    elements.push(element);
  }
}

/** Entries whose key starts with `prefix`. */
export function settingsUnder(settings: Settings, prefix: string): Settings {
  return new Map([...settings].filter(([key]) => key.startsWith(prefix)));
}

/** Settings sorted by key, the order of every response. */
export function sortedSettings<T>(settings: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  return new Map([...settings].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
