/**
 * Java's collections, with the same iteration order and errors. Lists use arrays, maps and sets use
 * `HashTable` or a sorted array.
 */
import { allocate, ELEMENT, spend } from '../values/meter.js';
import { concurrentModification, indexOutOfBounds, unsupported } from '../values/throwable.js';
import { equalValues, hashOf, JavaObject, keyText, textOf, type Value } from '../values/value.js';
import { type Comparison, naturalOrder } from './order.js';
import type { Removing } from './removing.js';
import { HashTable, SortedTable, type Table } from './tables.js';

/** Created text is charged: a container contained many times makes it grow exponentially. */
function kept(text: string): string {
  allocate(text.length);
  return text;
}

export abstract class JCollection extends JavaObject {
  abstract size(): number;
  /** A copy of the current elements. */
  abstract toArray(): Value[];
  abstract add(value: Value): boolean;
  abstract remove(value: Value): boolean;
  abstract clear(): void;
  /** A live iterator: it detects concurrent modification. */
  abstract iterate(): Removing;

  contains(value: Value): boolean {
    return this.toArray().some((one) => equalValues(one, value));
  }

  override text(): string {
    const items = this.toArray();
    allocate(items.length);
    const text = `[${items.map((one) => (one === this ? '(this Collection)' : textOf(one))).join(', ')}]`;
    allocate(text.length);
    return text;
  }

  /** Keeps the elements that `keep` accepts; returns true if any were removed. */
  filterInPlace(keep: (value: Value) => boolean): boolean {
    const kept = this.toArray().filter(keep);
    if (kept.length === this.size()) return false;
    this.clear();
    for (const one of kept) this.add(one);
    return true;
  }
}

/** The lists that count sorting as a change, which ends iterations over them. */
const COUNTS_REWRITES: ReadonlySet<string> = new Set(
  ['ArrayList', 'Stack', 'Vector'].map((name) => `java.util.${name}`),
);

export class JList extends JCollection {
  readonly className: string;
  items: Value[];
  readonly fixed: boolean;
  changes = 0;

  constructor(items: Value[] = [], options: { className?: string; fixed?: boolean } = {}) {
    super();
    this.items = items;
    this.className = options.className ?? 'java.util.ArrayList';
    this.fixed = options.fixed ?? false;
  }

  size(): number {
    return this.items.length;
  }

  toArray(): Value[] {
    return this.items.slice();
  }

  get(index: number): Value {
    this.check(index, this.items.length);
    return this.items[index] ?? null;
  }

  check(index: number, limit: number): void {
    if (index < 0 || index >= limit)
      throw indexOutOfBounds(`Index ${index} out of bounds for length ${this.items.length}`);
  }

  set(index: number, value: Value): Value {
    if (this.fixed) throw unsupported(null);
    this.check(index, this.items.length);
    const old = this.items[index] ?? null;
    this.items[index] = value;
    return old;
  }

  changing(): void {
    if (this.fixed) throw unsupported(null);
    this.changes++;
  }

  add(value: Value): boolean {
    this.changing();
    allocate(ELEMENT);
    this.items.push(value);
    return true;
  }

  insert(index: number, value: Value): void {
    this.changing();
    if (index < 0 || index > this.items.length)
      throw indexOutOfBounds(`Index: ${index}, Size: ${this.items.length}`);
    allocate(1 + (this.items.length >> 8));
    this.items.splice(index, 0, value);
  }

  /** Inserts values at an index that is one of the list, or its end. */
  insertAll(index: number, values: readonly Value[]): void {
    this.changing();
    allocate(ELEMENT * values.length + (this.items.length >> 8));
    const behind = this.items.splice(index);
    for (const value of values.concat(behind)) this.items.push(value);
  }

  removeAt(index: number): Value {
    this.changing();
    this.check(index, this.items.length);
    return this.items.splice(index, 1)[0] ?? null;
  }

  removeRange(from: number, to: number): void {
    this.changing();
    this.items.splice(from, to - from);
  }

  /** Puts others in the place of all elements. Views of the list have the same array. */
  rewrite(items: readonly Value[]): void {
    const { changes } = this;
    this.changing();
    if (!COUNTS_REWRITES.has(this.className)) this.changes = changes;
    for (let i = 0; i < items.length; i++) this.items[i] = items[i] ?? null;
  }

  remove(value: Value): boolean {
    const at = this.indexOf(value);
    if (at < 0) return false;
    this.removeAt(at);
    return true;
  }

  indexOf(value: Value): number {
    spend(this.items.length >> 2);
    return this.items.findIndex((one) => equalValues(one, value));
  }

  override contains(value: Value): boolean {
    return this.indexOf(value) >= 0;
  }

  clear(): void {
    this.changing();
    this.items.length = 0;
  }

  iterate(): Removing {
    let at = 0;
    let changes = this.changes;
    return {
      next: () => {
        if (at >= this.items.length) return { done: true, value: null };
        if (changes !== this.changes) throw concurrentModification(null);
        return { done: false, value: this.items[at++] ?? null };
      },
      hasMore: () => at < this.items.length,
      remove: () => {
        if (changes !== this.changes) throw concurrentModification(null);
        this.removeAt(--at);
        changes = this.changes;
      },
    };
  }

  override equals(other: Value): boolean {
    if (!(other instanceof JList) || other.items.length !== this.items.length) return false;
    spend(this.items.length);
    return this.items.every((one, i) => equalValues(one, other.items[i] ?? null));
  }

  override hashCode(): number {
    spend(this.items.length);
    return this.items.reduce<number>((hash, one) => (Math.imul(hash, 31) + hashOf(one)) | 0, 1);
  }

  override key(): string {
    allocate(this.items.length);
    return kept(`[${this.items.map(keyText).join('')}`);
  }
}

export type MapKind = 'java.util.HashMap' | 'java.util.LinkedHashMap' | 'java.util.TreeMap';

export class JEntry extends JavaObject {
  readonly className: string = 'java.util.AbstractMap$SimpleEntry';
  readonly entryKey: Value;
  #value: Value;
  readonly #owner: JMap | undefined;

  constructor(key: Value, value: Value, owner?: JMap) {
    super();
    this.entryKey = key;
    this.#value = value;
    this.#owner = owner;
  }

  get value(): Value {
    return this.#value;
  }

  setValue(value: Value): Value {
    const old = this.#value;
    this.#value = value;
    this.#owner?.put(this.entryKey, value);
    return old;
  }

  override text(): string {
    return `${textOf(this.entryKey)}=${textOf(this.#value)}`;
  }

  override equals(other: Value): boolean {
    return (
      other instanceof JEntry &&
      equalValues(other.entryKey, this.entryKey) &&
      equalValues(other.value, this.value)
    );
  }

  override hashCode(): number {
    spend(1);
    return hashOf(this.entryKey) ^ hashOf(this.#value);
  }

  override key(): string {
    return kept(`e${keyText(this.entryKey)}${keyText(this.#value)}`);
  }
}

/** A map of a script. Host data that scripts read as maps (`doc`, `params`, `ctx`) extends it. */
export class JMap extends JavaObject {
  readonly className: string;
  readonly table: Table;
  readonly comparison: Comparison | undefined;
  readonly fixed: boolean;
  changes = 0;

  constructor(
    kind: string = 'java.util.HashMap',
    options: {
      comparison?: Comparison | undefined;
      fixed?: boolean;
      table?: Table;
      expected?: number;
    } = {},
  ) {
    super();
    this.className = kind;
    this.comparison = options.comparison;
    this.fixed = options.fixed ?? false;
    this.table = options.table ?? tableFor(kind, options);
  }

  get(key: Value): Value {
    return this.table.get(key) ?? null;
  }

  has(key: Value): boolean {
    return this.table.has(key);
  }

  size(): number {
    return this.table.size;
  }

  put(key: Value, value: Value): Value {
    if (this.fixed) throw unsupported(null);
    const size = this.table.size;
    const old = this.table.put(key, value);
    if (this.table.size !== size) {
      this.changes++;
      allocate(4 * ELEMENT);
    }
    return old ?? null;
  }

  remove(key: Value): Value {
    if (this.fixed) throw unsupported(null);
    const size = this.table.size;
    const old = this.table.remove(key);
    if (this.table.size !== size) this.changes++;
    return old ?? null;
  }

  clear(): void {
    if (this.fixed) throw unsupported(null);
    this.changes++;
    this.table.clear();
  }

  keys(): Value[] {
    return this.table.keys();
  }

  values(): Value[] {
    return this.keys().map((key) => this.get(key));
  }

  entries(): JEntry[] {
    return this.keys().map((key) => new JEntry(key, this.get(key), this));
  }

  override text(): string {
    const own = (value: Value): string => (value === this ? '(this Map)' : textOf(value));
    const text = `{${this.keys()
      .map((key) => `${own(key)}=${own(this.get(key))}`)
      .join(', ')}}`;
    allocate(text.length);
    return text;
  }

  override equals(other: Value): boolean {
    if (!(other instanceof JMap) || other.size() !== this.size()) return false;
    spend(this.size());
    return this.keys().every((key) => other.has(key) && equalValues(this.get(key), other.get(key)));
  }

  override hashCode(): number {
    return this.entries().reduce((hash, entry) => (hash + entry.hashCode()) | 0, 0);
  }

  override key(): string {
    const keys = this.entries().map((entry) => entry.key());
    return kept(`{${keys.sort().join('')}`);
  }
}

function tableFor(
  kind: string,
  options: { comparison?: Comparison | undefined; expected?: number },
): Table {
  if (kind === 'java.util.TreeMap') return new SortedTable(options.comparison ?? naturalOrder);
  return new HashTable(kind === 'java.util.HashMap', options.expected ?? 0);
}

/** A set backed by a map. */
export class JSet extends JCollection {
  readonly className: string;
  readonly map: JMap;

  constructor(
    kind:
      | 'java.util.HashSet'
      | 'java.util.LinkedHashSet'
      | 'java.util.TreeSet'
      | 'java.util.Set' = 'java.util.HashSet',
    map?: JMap,
  ) {
    super();
    this.className = kind;
    this.map = map ?? new JMap(kind.replace('Set', 'Map'));
  }

  size(): number {
    return this.map.size();
  }

  toArray(): Value[] {
    return this.map.keys();
  }

  add(value: Value): boolean {
    const size = this.map.size();
    this.map.put(value, true);
    return this.map.size() !== size;
  }

  remove(value: Value): boolean {
    const had = this.map.has(value);
    this.map.remove(value);
    return had;
  }

  clear(): void {
    this.map.clear();
  }

  override contains(value: Value): boolean {
    return this.map.has(value);
  }

  iterate(): Removing {
    return iterateMap(this.map, this.map.keys(), (key) => key);
  }

  override equals(other: Value): boolean {
    if (!(other instanceof JSet || other instanceof MapView) || other.size() !== this.size())
      return false;
    spend(this.size());
    return this.toArray().every((one) => other.contains(one));
  }

  override hashCode(): number {
    spend(this.size());
    return this.toArray().reduce<number>((hash, one) => (hash + hashOf(one)) | 0, 0);
  }

  override key(): string {
    return `s${this.toArray().map(keyText).sort().join('')}`;
  }
}

function iterateMap(map: JMap, keys: Value[], give: (key: Value) => Value): Removing {
  let at = 0;
  let changes = map.changes;
  return {
    next: () => {
      if (at >= keys.length) return { done: true, value: null };
      if (changes !== map.changes) throw concurrentModification(null);
      return { done: false, value: give(keys[at++] ?? null) };
    },
    hasMore: () => at < keys.length,
    remove: () => {
      if (changes !== map.changes) throw concurrentModification(null);
      map.remove(keys[at - 1] ?? null);
      changes = map.changes;
    },
  };
}

/** `map.keySet()`, `map.values()`, `map.entrySet()`: changes to the view change the map. */
export class MapView extends JCollection {
  readonly className: string;
  readonly map: JMap;
  readonly what: 'keys' | 'values' | 'entries';
  readonly #give: (key: Value) => Value;

  constructor(map: JMap, what: 'keys' | 'values' | 'entries') {
    super();
    this.map = map;
    this.what = what;
    this.className = what === 'values' ? 'java.util.Collection' : 'java.util.Set';
    if (what === 'keys') this.#give = (key) => key;
    else if (what === 'values') this.#give = (key) => map.get(key);
    else this.#give = (key) => new JEntry(key, map.get(key), map);
  }

  size(): number {
    return this.map.size();
  }

  toArray(): Value[] {
    return this.map.keys().map(this.#give);
  }

  add(): boolean {
    throw unsupported(null);
  }

  remove(value: Value): boolean {
    for (const key of this.map.keys()) {
      if (!equalValues(this.#give(key), value)) continue;
      this.map.remove(key);
      return true;
    }
    return false;
  }

  clear(): void {
    this.map.clear();
  }

  override filterInPlace(keep: (value: Value) => boolean): boolean {
    const gone = this.map.keys().filter((key) => !keep(this.#give(key)));
    for (const key of gone) this.map.remove(key);
    return gone.length > 0;
  }

  iterate(): Removing {
    return iterateMap(this.map, this.map.keys(), this.#give);
  }

  override equals(other: Value): boolean {
    if (this.className !== 'java.util.Set' || !(other instanceof JSet || other instanceof MapView))
      return this === other;
    return other.size() === this.size() && this.toArray().every((one) => other.contains(one));
  }

  override hashCode(): number {
    spend(this.size());
    return this.toArray().reduce<number>((hash, one) => (hash + hashOf(one)) | 0, 0);
  }
}
