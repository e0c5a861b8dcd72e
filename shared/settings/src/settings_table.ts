/**
 * All settings of one scope. Finds a setting by its concrete key, validates flat settings, and
 * makes OpenSearch's errors for unknown keys, with the nearest known one.
 */
import { editDistance } from '@skein/base';
import { type ApiError, illegalArgument } from '@skein/errors';
import { readSetting, type Setting, type SettingScope, settingText } from './setting.js';
import { listKeyOf, readList, type Settings, wordsOf } from './settings.js';

/** Minimum likeness of a suggested key; OpenSearch's value. */
const SUGGESTION_LIKENESS = 0.7;

export class SettingsTable {
  readonly scope: SettingScope;
  readonly all: readonly Setting<unknown>[];
  private readonly byKey = new Map<string, Setting<unknown>>();
  private readonly families: readonly {
    readonly prefix: string;
    readonly setting: Setting<unknown>;
  }[];

  constructor(
    scope: SettingScope,
    families: readonly Readonly<Record<string, Setting<unknown>>>[],
  ) {
    this.scope = scope;
    this.all = families.flatMap((family) => Object.values(family));
    for (const setting of this.all) this.byKey.set(setting.key, setting);
    this.families = this.all
      .filter((setting) => setting.key.endsWith('*'))
      .map((setting) => ({ prefix: setting.key.slice(0, -1), setting }))
      .sort((a, b) => b.prefix.length - a.prefix.length);
  }

  /**
   * The setting that a concrete key belongs to: an exact match, an element of a list, or a member
   * of a `*` family.
   */
  find(key: string): Setting<unknown> | undefined {
    const exact = this.byKey.get(key);
    if (exact) return exact;
    const list = this.byKey.get(listKeyOf(key));
    if (list?.isList) return list;
    return this.families.find(({ prefix }) => key.startsWith(prefix) && key.length > prefix.length)
      ?.setting;
  }

  /**
   * Checks that every key is known and every value readable; throws illegal_argument_exception
   * otherwise.
   */
  validate(settings: Settings): void {
    for (const key of settings.keys()) this.validateKey(settings, key);
  }

  validateKey(settings: Settings, key: string): void {
    const setting = this.known(settings, key);
    const text = settings.get(key);
    if (text !== undefined && !setting.isList) setting.parse(text, key);
  }

  /**
   * Like `find`, but throws illegal_argument_exception for an unknown key, and for a list as the
   * value of a setting that has one value.
   */
  known(settings: Settings, key: string): Setting<unknown> {
    const found = this.find(key);
    if (found) return found;
    const listKey = listKeyOf(key);
    const single = this.find(listKey);
    if (!single) throw this.unknown(listKey);
    // OpenSearch parses the text of the list, so that most lists are refused as such a text.
    single.parse(`[${(readList(settings, listKey) ?? []).join(', ')}]`, listKey);
    throw illegalArgument(`setting [${listKey}] holds a list`);
  }

  /** The error `unknown setting [index.nope] did you mean [index.codec]?` */
  unknown(key: string): ApiError {
    const near = this.suggestions(key);
    const advice =
      near.length === 0
        ? ' please check that any required plugins are installed, or check the breaking changes documentation for removed settings'
        : ` did you mean ${near.length === 1 ? `[${near[0]}]` : `any of [${near.join(', ')}]`}?`;
    return illegalArgument(`unknown setting [${key}]${advice}`);
  }

  get<T>(settings: Settings, setting: Setting<T>): T {
    return readSetting(settings, setting);
  }

  /** Every setting that `settings` lacks, with its default: the response to `include_defaults`. */
  defaults(settings: Settings): Map<string, string | readonly string[]> {
    const result = new Map<string, string | readonly string[]>();
    for (const setting of this.all) {
      if (setting.key.endsWith('*') || setting.update === 'private') continue;
      if (settings.has(setting.key) || settings.has(`${setting.key}.0`)) continue;
      const text = settingText(settings, setting);
      if (text !== undefined) result.set(setting.key, setting.isList ? wordsOf(text) : text);
    }
    return result;
  }

  /** The same settings; those that are lists and given as one text are lists. */
  withLists(settings: Settings): Map<string, string | readonly string[]> {
    const listed = ([key, text]: readonly [string, string]) =>
      [key, this.byKey.get(key)?.isList === true ? wordsOf(text) : text] as const;
    return new Map([...settings].map(listed));
  }

  private suggestions(key: string): string[] {
    return [...this.byKey.keys()]
      .filter((known) => !known.endsWith('*') && this.byKey.get(known)?.isList !== true)
      .map((known) => ({ known, likeness: likeness(key, known) }))
      .filter(({ likeness }) => likeness > SUGGESTION_LIKENESS)
      .sort((a, b) => b.likeness - a.likeness || (a.known < b.known ? -1 : 1))
      .map((candidate) => candidate.known);
  }
}

/**
 * The likeness of two keys; 0 if their lengths alone say that it is too small. The distance of a
 * long key would take seconds.
 */
function likeness(a: string, b: string): number {
  const longer = Math.max(a.length, b.length, 1);
  const atMost = 1 - Math.abs(a.length - b.length) / longer;
  return atMost > SUGGESTION_LIKENESS ? 1 - editDistance(a, b) / longer : 0;
}
