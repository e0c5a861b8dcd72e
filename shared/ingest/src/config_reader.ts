/**
 * Reads a processor's source property by property and removes each property that was read, so that
 * unknown ones remain in the end. Errors name the property and the processor.
 */
import { classNameOf, JList, JMap, textOf, type Value } from '@skein/java';
import { configurationError, type Place } from './faults.js';
import { MAP } from './values.js';

export class ConfigReader {
  readonly place: Place;
  readonly #left: JMap;

  constructor(config: JMap, place: Place) {
    this.place = place;
    this.#left = new JMap(MAP);
    for (const key of config.keys()) this.#left.put(key, config.get(key));
  }

  /** Reads the same properties under another processor name. */
  at(place: Place): ConfigReader {
    return new ConfigReader(this.#left, place);
  }

  get isEmpty(): boolean {
    return this.#left.size() === 0;
  }

  /** The unread properties, in the form of a printed Java list. */
  get leftText(): string {
    return `[${this.#left.keys().map(textOf).join(', ')}]`;
  }

  has(name: string): boolean {
    return this.#left.has(name);
  }

  /** Returns the value or null and removes the property. */
  take(name: string): Value {
    const value = this.#left.get(name);
    this.#left.remove(name);
    return value;
  }

  /** Returns all remaining properties with their positions and removes them. */
  takeAll(): JMap {
    const all = new JMap(MAP);
    for (const key of this.#left.keys()) all.put(key, this.#left.get(key));
    this.#left.clear();
    return all;
  }

  fault(property: string, reason: string) {
    return configurationError({ ...this.place, property }, reason);
  }

  required(name: string): NonNullable<Value> {
    const value = this.take(name);
    if (value === null) throw this.fault(name, 'required property is missing');
    return value;
  }

  optionalString(name: string): string | undefined {
    const value = this.take(name);
    return value === null ? undefined : this.#text(name, value);
  }

  string(name: string, fallback?: string): string {
    const value = this.take(name);
    if (value !== null) return this.#text(name, value);
    if (fallback !== undefined) return fallback;
    throw this.fault(name, 'required property is missing');
  }

  stringOrInt(name: string, fallback: string): string {
    return this.optionalStringOrInt(name) ?? fallback;
  }

  optionalStringOrInt(name: string): string | undefined {
    const value = this.take(name);
    if (value === null) return undefined;
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    throw this.#wrongType(name, value, 'a string or int');
  }

  boolean(name: string, fallback: boolean): boolean {
    const value = this.take(name);
    if (value === null) return fallback;
    if (typeof value === 'boolean') return value;
    throw this.#wrongType(name, value, 'a boolean');
  }

  int(name: string, fallback: number): number;
  int(name: string, fallback: undefined): number | undefined;
  int(name: string, fallback: number | undefined): number | undefined {
    const value = this.take(name);
    if (value === null) return fallback;
    const text = textOf(value);
    const number = /^[+-]?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (number === (number | 0)) return number;
    throw this.fault(name, `property cannot be converted to an int [${text}]`);
  }

  list(name: string): readonly Value[] {
    const value = this.required(name);
    if (value instanceof JList) return value.items;
    throw this.#wrongType(name, value, 'a list');
  }

  optionalList(name: string): readonly Value[] | undefined {
    const value = this.take(name);
    if (value === null) return undefined;
    if (value instanceof JList) return value.items;
    throw this.#wrongType(name, value, 'a list');
  }

  /** A list of texts only. */
  strings(name: string): readonly string[] {
    return this.#texts(name, this.list(name));
  }

  optionalStrings(name: string): readonly string[] | undefined {
    const list = this.optionalList(name);
    return list === undefined ? undefined : this.#texts(name, list);
  }

  /** One text, or a list of texts. */
  oneOrMore(name: string): readonly string[] {
    const value = this.required(name);
    return this.#texts(name, value instanceof JList ? value.items : [value]);
  }

  /**
   * The texts of the property that names fields, or of the one that excludes some: one of the two
   * must have a value.
   */
  eitherOf(
    name: string,
    excluding: string,
  ): { readonly isExcluding: boolean; readonly values: readonly string[] } {
    const isExcluding = this.#left.get(name) === null;
    if (isExcluding === (this.#left.get(excluding) === null)) {
      throw this.fault(name, `either ${name} or ${excluding} must be set`);
    }
    const values = this.oneOrMore(isExcluding ? excluding : name);
    this.take(isExcluding ? name : excluding);
    return { isExcluding, values };
  }

  map(name: string): JMap {
    const value = this.required(name);
    if (value instanceof JMap) return value;
    throw this.#wrongType(name, value, 'a map');
  }

  optionalMap(name: string): JMap | undefined {
    const value = this.take(name);
    if (value === null) return undefined;
    if (value instanceof JMap) return value;
    throw this.#wrongType(name, value, 'a map');
  }

  #text(name: string, value: NonNullable<Value>): string {
    if (typeof value === 'string') return value;
    throw this.#wrongType(name, value, 'a string');
  }

  #texts(name: string, values: readonly Value[]): readonly string[] {
    return values.map((value) => {
      if (typeof value === 'string') return value;
      const type = value === null ? 'null' : classNameOf(value);
      throw this.fault(name, `property isn't a list of strings: one is of type [${type}]`);
    });
  }

  #wrongType(name: string, value: NonNullable<Value>, wanted: string) {
    return this.fault(name, `property isn't ${wanted}, but of type [${classNameOf(value)}]`);
  }
}
