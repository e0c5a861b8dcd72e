/**
 * Renders a template's tree with parameters. Names are looked up in a script's maps and lists,
 * never on a JavaScript object. Steps and characters are counted, so that nested sections
 * terminate.
 */
import { double, stringifyJson } from '@skein/content';
import {
  allocate,
  indexOutOfBounds,
  JCollection,
  JList,
  JMap,
  spend,
  textOf,
  toJson,
  type Value,
} from '@skein/java';
import type { Part } from './template_tree.js';

export type Escape = (text: string) => string;

export class Renderer {
  readonly #escape: Escape;
  /** The scopes, innermost last. */
  readonly #scopes: Value[];
  readonly #pieces: string[] = [];
  #lookedFor: string | undefined;

  constructor(params: Value, escaped: Escape) {
    this.#scopes = [params];
    this.#escape = escaped;
  }

  /** The path whose lookup failed, if any. */
  get lookedFor(): string | undefined {
    return this.#lookedFor;
  }

  render(parts: readonly Part[]): string {
    for (const part of parts) this.#part(part);
    return this.#pieces.join('');
  }

  #write(text: string): void {
    allocate(text.length);
    this.#pieces.push(text);
  }

  #part(part: Part): void {
    spend(1);
    if (part.kind === 'section') this.#section(this.#find(part.name), part.parts);
    else if (part.kind === 'url') this.#url(part.parts);
    else if (part.kind === 'inverted') {
      if (isEmpty(this.#find(part.name))) for (const one of part.parts) this.#part(one);
    } else this.#write(this.#textOf(part));
  }

  #textOf(part: Extract<Part, { kind: 'text' | 'value' | 'to_json' | 'join' }>): string {
    switch (part.kind) {
      case 'text':
        return part.text;
      case 'value': {
        const text = shown(this.#find(part.name));
        return part.escape ? this.#escape(text) : text;
      }
      case 'to_json':
        return jsonText(this.#find(part.name));
      case 'join':
        return joined(part.name, this.#find(part.name), part.delimiter);
    }
  }

  #section(value: Value, parts: readonly Part[]): void {
    if (isEmpty(value)) return;
    const items = value instanceof JCollection ? value.toArray() : [value];
    // The section may have no parts that would be counted.
    spend(items.length);
    for (const item of items) {
      this.#scopes.push(item);
      for (const part of parts) this.#part(part);
      this.#scopes.pop();
    }
  }

  #url(parts: readonly Part[]): void {
    const before = this.#pieces.length;
    for (const part of parts) this.#part(part);
    const inside = this.#pieces.splice(before).join('');
    this.#write(urlEncoded(inside));
  }

  /** The innermost scope that contains the first name of the path is used. */
  #find(name: string): Value {
    if (name === '.') return this.#scopes.at(-1) ?? null;
    const [first = '', ...rest] = name.split('.');
    for (let i = this.#scopes.length - 1; i >= 0; i--) {
      const scope = this.#scopes[i] ?? null;
      if (!knows(scope, first)) continue;
      this.#lookedFor = name;
      const found = rest.reduce((value: Value, key) => member(value, key), member(scope, first));
      this.#lookedFor = undefined;
      return found;
    }
    return null;
  }
}

function knows(scope: Value, key: string): boolean {
  if (scope instanceof JMap) return scope.has(key);
  return scope instanceof JList && (key === 'size' || /^\d+$/.test(key));
}

function member(value: Value, key: string): Value {
  if (value instanceof JMap) return value.get(key);
  if (!(value instanceof JList)) return null;
  if (key === 'size') return value.size();
  if (!/^\d+$/.test(key)) return null;
  if (Number(key) >= value.size()) throw indexOutOfBounds(key);
  return value.get(Number(key));
}

const isEmpty = (value: Value): boolean =>
  value === null ||
  value === false ||
  value === '' ||
  (value instanceof JCollection && value.size() === 0);

/** Prints a list with indices, as OpenSearch's templates do: `{0=a, 1=b}`. */
function shown(value: Value): string {
  if (value === null) return '';
  if (!(value instanceof JCollection)) return textOf(value);
  return `{${value
    .toArray()
    .map((one, i) => `${i}=${textOf(one)}`)
    .join(', ')}}`;
}

function jsonText(value: Value): string {
  if (value === null) return '';
  if (value instanceof JMap || value instanceof JCollection) {
    return stringifyJson(toJson(value, double));
  }
  return textOf(value);
}

/** Only lists are joined; for any other value the name itself is printed, as in OpenSearch. */
function joined(name: string, value: Value, delimiter: string): string {
  if (!(value instanceof JCollection)) return name;
  return value
    .toArray()
    .map((item) => (item === null ? '' : textOf(item)))
    .join(delimiter);
}

/** Encodes as `application/x-www-form-urlencoded`, like Java's URLEncoder. */
export function urlEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}
