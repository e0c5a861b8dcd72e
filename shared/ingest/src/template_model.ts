/** Maps that show a document without copying it. */
import { JList, JMap, type Table, unsupported, type Value } from '@skein/java';

/** The fields of a document, with `_source`, which contains all of them, and `_ingest`. */
export class ModelTable implements Table {
  readonly #source: JMap;
  readonly #ingest: JMap;

  constructor(source: JMap, ingest: JMap) {
    this.#source = source;
    this.#ingest = ingest;
  }

  get size(): number {
    return this.keys().length;
  }

  get(key: Value): Value | undefined {
    if (key === '_ingest') return this.#ingest;
    return key === '_source' ? this.#source : this.#source.table.get(key);
  }

  has(key: Value): boolean {
    return key === '_ingest' || key === '_source' || this.#source.has(key);
  }

  put(): never {
    throw unsupported(null);
  }

  remove(): never {
    throw unsupported(null);
  }

  clear(): never {
    throw unsupported(null);
  }

  keys(): Value[] {
    const own = this.#source.keys().filter((key) => key !== '_ingest' && key !== '_source');
    return [...own, '_source', '_ingest'];
  }
}

/** A map for one run of a condition, in which it does not change: its contents are read-only. */
class ReadTable implements Table {
  readonly #inner: Table;
  /** The members that were asked for, so that a loop does not copy a list in each turn. */
  readonly #known = new Map<Value, Value>();

  constructor(inner: Table) {
    this.#inner = inner;
  }

  get size(): number {
    return this.#inner.size;
  }

  get(key: Value): Value | undefined {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const value = this.#inner.get(key);
    if (value === undefined) return undefined;
    const shown = readOnly(value);
    if (shown !== value) this.#known.set(key, shown);
    return shown;
  }

  has(key: Value): boolean {
    return this.#inner.has(key);
  }

  put(): never {
    throw refused();
  }

  remove(): never {
    throw refused();
  }

  clear(): never {
    throw refused();
  }

  keys(): Value[] {
    return this.#inner.keys();
  }
}

class ReadList extends JList {
  override set(): never {
    throw refused();
  }

  override changing(): never {
    throw refused();
  }
}

export function readOnly(value: Value): Value {
  if (value instanceof JMap) return readOnlyMap(value);
  if (value instanceof JList) return new ReadList(value.items.map(readOnly));
  return value;
}

export function readOnlyMap({ className, table }: JMap): JMap {
  return new JMap(className, { table: new ReadTable(table) });
}

function refused() {
  return unsupported('Mutating ingest documents in conditionals is not supported');
}
