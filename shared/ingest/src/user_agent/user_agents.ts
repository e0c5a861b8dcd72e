/**
 * Identifies the browser, the system and the device of a user agent text. For each of the three,
 * the first regular expression that matches decides. The expressions are those of a file in the
 * format of uap-core's `regexes.yaml`.
 */
import { isJsonObject, type JsonValue, parseYaml } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { RegexRunner } from '../text/regex_runner.js';

export interface VersionedName {
  readonly name: string;
  /** The version numbers up to the first unknown one. */
  readonly version: string | undefined;
  readonly major: string | undefined;
  readonly minor: string | undefined;
  readonly patch: string | undefined;
  readonly build: string | undefined;
}

export interface UserAgent {
  readonly browser: VersionedName | undefined;
  readonly system: VersionedName | undefined;
  readonly device: VersionedName | undefined;
}

interface AgentRule {
  readonly expression: RegExp;
  /**
   * Texts that replace the matched ones: first of the name, then of the four version numbers (a
   * device has only a name). `undefined`: the group of the match is used.
   */
  readonly replacements: readonly (string | undefined)[];
}

/** The number of identified texts that are cached, the same as in OpenSearch. */
const MAX_KNOWN_TEXTS = 1_000;
const files = new Map<string, UserAgents>();

/** The user agents of a file, which is read once. */
export function userAgents(file: string, read: () => string): UserAgents {
  const known = files.get(file);
  if (known !== undefined) return known;
  const agents = new UserAgents(parseYaml(read()));
  files.set(file, agents);
  return agents;
}

export class UserAgents {
  readonly #browsers: readonly AgentRule[];
  readonly #systems: readonly AgentRule[];
  readonly #devices: readonly AgentRule[];
  readonly #known = new Map<string, UserAgent>();

  constructor(source: JsonValue) {
    const all = isJsonObject(source) ? source : {};
    const numbers = (prefix: string) => [1, 2, 3, 4].map((i) => `${prefix}v${i}_replacement`);
    this.#browsers = rules(all.user_agent_parsers, ['family_replacement', ...numbers('')]);
    this.#systems = rules(all.os_parsers, ['os_replacement', ...numbers('os_')]);
    this.#devices = rules(all.device_parsers, ['device_replacement']);
    if (this.#browsers.length + this.#systems.length + this.#devices.length === 0) {
      throw new ApiError('parse_exception', 'not a valid regular expression file');
    }
  }

  find(text: string, regexes: RegexRunner): UserAgent {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const agent = {
      browser: firstOf(this.#browsers, text, regexes),
      system: firstOf(this.#systems, text, regexes),
      device: firstOf(this.#devices, text, regexes),
    };
    if (this.#known.size >= MAX_KNOWN_TEXTS) {
      const [oldest = ''] = this.#known.keys();
      this.#known.delete(oldest);
    }
    this.#known.set(text, agent);
    return agent;
  }
}

function rules(list: JsonValue | undefined, names: readonly string[]): readonly AgentRule[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((rule: JsonValue) => {
    if (!isJsonObject(rule) || typeof rule.regex !== 'string') return [];
    // Such files are written for regex engines of many languages, including this one.
    const expression = new RegExp(rule.regex, rule.regex_flag === 'i' ? 'i' : '');
    const replacements = names.map((name) => textOrNothing(rule[name]));
    return [{ expression, replacements }];
  });
}

function textOrNothing(value: JsonValue | undefined): string | undefined {
  return value === undefined || value === null ? undefined : String(value);
}

function firstOf(
  all: readonly AgentRule[],
  text: string,
  regexes: RegexRunner,
): VersionedName | undefined {
  for (const { expression, replacements } of all) {
    const found = regexes.exec(expression, text);
    if (found === null) continue;
    const [replacement, ...numbers] = replacements;
    const name = nameOf(replacement, found);
    // A match without a name counts as no match, and ends the search.
    if (name === undefined) return undefined;
    const part = (i: number): string | undefined => numbers[i] ?? found[i + 2];
    const isDevice = numbers.length === 0;
    return versioned(name, isDevice ? [] : [part(0), part(1), part(2), part(3)]);
  }
  return undefined;
}

function versioned(name: string, numbers: readonly (string | undefined)[]): VersionedName {
  const [major, minor, patch, build] = numbers;
  const end = numbers.indexOf(undefined);
  const known = numbers.slice(0, end < 0 ? numbers.length : end);
  const version = known.length === 0 ? undefined : known.join('.');
  return { name, version, major, minor, patch, build };
}

function nameOf(replacement: string | undefined, found: RegExpExecArray): string | undefined {
  if (replacement === undefined) return found[1];
  return found[1] === undefined ? replacement : replacement.replace('$1', () => found[1] ?? '');
}
