/** java.util.Hashtable, Dictionary, IdentityHashMap and the immutable entry. */
import type { ClassTable, Implementation } from '../class_table.js';
import { JEntry, JMap } from '../containers/collections.js';
import { ChainTable, IdentityTable } from '../containers/hashtable.js';
import { JEnumeration } from '../containers/list_iterator.js';
import { unsupported } from '../values/throwable.js';
import type { Value } from '../values/value.js';

const HASHTABLE = 'java.util.Hashtable';
const IDENTITY = 'java.util.IdentityHashMap';

function filled(map: JMap, from: JMap): JMap {
  for (const key of from.keys()) map.put(key, from.get(key));
  return map;
}

const hashtableOf = (size = 0): JMap => new JMap(HASHTABLE, { table: new ChainTable(size) });
const identityMap = (): JMap => new JMap(IDENTITY, { table: new IdentityTable() });

class FixedEntry extends JEntry {
  override readonly className: string = 'java.util.AbstractMap$SimpleImmutableEntry';

  override setValue(_value: Value): Value {
    throw unsupported(null);
  }
}

const DICTIONARY: Readonly<Record<string, Implementation>> = {
  'Enumeration elements()': (self: JMap) => new JEnumeration(self.values()[Symbol.iterator]()),
  'def get(def)': (self: JMap, key: Value) => self.get(key),
  'boolean isEmpty()': (self: JMap) => self.size() === 0,
  'Enumeration keys()': (self: JMap) => new JEnumeration(self.keys()[Symbol.iterator]()),
  'def put(def,def)': (self: JMap, key: Value, value: Value) => self.put(key, value),
  'def remove(def)': (self: JMap, key: Value) => self.remove(key),
  'int size()': (self: JMap) => self.size(),
};

export const hashtable: readonly ClassTable[] = [
  { name: 'java.util.Dictionary', methods: DICTIONARY },
  {
    name: HASHTABLE,
    supers: ['java.util.Dictionary', 'java.util.Map'],
    constructors: {
      '()': () => hashtableOf(),
      '(Map)': (from: JMap) => filled(hashtableOf(from.size()), from),
    },
    methods: { 'def clone()': (self: JMap) => filled(hashtableOf(self.size()), self) },
  },
  {
    name: IDENTITY,
    supers: ['java.util.AbstractMap'],
    constructors: {
      '()': identityMap,
      '(Map)': (from: JMap) => filled(identityMap(), from),
    },
    methods: { 'def clone()': (self: JMap) => filled(identityMap(), self) },
  },
  {
    name: 'java.util.AbstractMap$SimpleImmutableEntry',
    supers: ['java.util.Map$Entry'],
    constructors: {
      '(Map.Entry)': (from: JEntry) => new FixedEntry(from.entryKey, from.value),
      '(def,def)': (key: Value, value: Value) => new FixedEntry(key, value),
    },
    methods: {},
  },
];
