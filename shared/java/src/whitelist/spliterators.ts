/** java.util.Spliterator, its variants, and Spliterators. */
import type { ClassTable, Implementation } from '../class_table.js';
import { type JCollection, MapView } from '../containers/collections.js';
import type { JFunction } from '../containers/container_types.js';
import { CHARACTERISTICS, JSpliterator } from '../containers/spliterator.js';
import { JIterator } from '../containers/streams.js';
import { illegalState, notNull } from '../values/throwable.js';
import type { Value } from '../values/value.js';

type Methods = Readonly<Record<string, Implementation>>;
const SPLITERATOR = 'java.util.Spliterator';
const { SIZED, SUBSIZED, ORDERED, DISTINCT, SORTED, NONNULL, CONCURRENT } = CHARACTERISTICS;

/** The characteristics of each collection's elements. */
const OF_COLLECTION: Readonly<Record<string, number>> = {
  'java.util.HashSet': SIZED | DISTINCT,
  'java.util.LinkedHashSet': SIZED | SUBSIZED | DISTINCT | ORDERED,
  'java.util.TreeSet': SIZED | DISTINCT | SORTED | ORDERED,
  'java.util.Set': SIZED | DISTINCT,
  'java.util.ArrayDeque': SIZED | SUBSIZED | ORDERED | NONNULL,
};

/** The characteristics of each map's keys; its values are not distinct and not sorted. */
const OF_MAP: Readonly<Record<string, number>> = {
  'java.util.LinkedHashMap': SIZED | SUBSIZED | DISTINCT | ORDERED,
  'java.util.TreeMap': SIZED | DISTINCT | SORTED | ORDERED,
};

function characteristicsOf(self: JCollection): number {
  if (!(self instanceof MapView))
    return OF_COLLECTION[self.className] ?? SIZED | SUBSIZED | ORDERED;
  const ofKeys = OF_MAP[self.map.className] ?? SIZED | DISTINCT;
  return self.what === 'values' ? ofKeys & ~(DISTINCT | SORTED) : ofKeys;
}

export function spliteratorOf(self: JCollection): JSpliterator {
  return new JSpliterator(walked(self), { characteristics: characteristicsOf(self) });
}

/** Adds the marks of a known size, unless other threads may change the elements. */
const withSize = (known: number): number =>
  (known & CONCURRENT) === 0 ? known | SIZED | SUBSIZED : known;

function* walked(self: JCollection): Generator<Value> {
  yield* self.toArray();
}

const advance = (self: JSpliterator, fn: JFunction): boolean => self.advance(fn.fn);
const forEachRemaining = (self: JSpliterator, fn: JFunction): void => {
  for (const item of self.rest()) fn.fn(item);
};

const METHODS: Methods = {
  'int characteristics()': (self: JSpliterator) => self.characteristics,
  'long estimateSize()': (self: JSpliterator) => self.estimate(),
  'void forEachRemaining(Consumer)': forEachRemaining,
  'Comparator getComparator()': (self: JSpliterator) => {
    if (!self.has(SORTED)) throw illegalState(null);
    return self.comparator;
  },
  'long getExactSizeIfKnown()': (self: JSpliterator) => (self.has(SIZED) ? self.estimate() : -1n),
  'boolean hasCharacteristics(int)': (self: JSpliterator, wanted: number) => self.has(wanted),
  'boolean tryAdvance(Consumer)': advance,
  'Spliterator trySplit()': (self: JSpliterator) => self.split(),
};

const primitive = (kind: 'Int' | 'Long' | 'Double'): ClassTable => ({
  name: `${SPLITERATOR}$Of${kind}`,
  supers: [`${SPLITERATOR}$OfPrimitive`],
  methods: {
    [`Spliterator.Of${kind} trySplit()`]: (self: JSpliterator) => self.split(),
  },
});

const empty =
  (className = SPLITERATOR) =>
  () =>
    new JSpliterator([], { className, characteristics: SIZED | SUBSIZED });

const iterated = (source: JIterator): Iterable<Value> => ({
  [Symbol.iterator]: () => source.native(),
});

export const spliterators: readonly ClassTable[] = [
  {
    name: SPLITERATOR,
    constants: Object.fromEntries(
      Object.entries(CHARACTERISTICS).map(([name, value]) => [`int ${name}`, value]),
    ),
    methods: METHODS,
  },
  {
    name: `${SPLITERATOR}$OfPrimitive`,
    supers: [SPLITERATOR],
    methods: {
      'void forEachRemaining(def)': forEachRemaining,
      'boolean tryAdvance(def)': advance,
      'Spliterator.OfPrimitive trySplit()': (self: JSpliterator) => self.split(),
    },
  },
  primitive('Int'),
  primitive('Long'),
  primitive('Double'),
  {
    name: 'java.util.Spliterators',
    statics: {
      'Spliterator.OfDouble emptyDoubleSpliterator()': empty(`${SPLITERATOR}$OfDouble`),
      'Spliterator.OfInt emptyIntSpliterator()': empty(`${SPLITERATOR}$OfInt`),
      'Spliterator.OfLong emptyLongSpliterator()': empty(`${SPLITERATOR}$OfLong`),
      'Spliterator emptySpliterator()': empty(),
      'Iterator iterator(Spliterator)': (self: JSpliterator) => new JIterator(self.rest()),
      'Spliterator spliterator(Collection,int)': (from: JCollection, known: number) =>
        new JSpliterator(walked(notNull(from)), {
          characteristics: withSize(known),
          size: BigInt(from.size()),
        }),
      'Spliterator spliterator(Iterator,long,int)': (
        from: JIterator,
        size: bigint,
        known: number,
      ) => new JSpliterator(iterated(notNull(from)), { characteristics: withSize(known), size }),
      'Spliterator spliteratorUnknownSize(Iterator,int)': (from: JIterator, known: number) =>
        new JSpliterator(iterated(notNull(from)), {
          characteristics: known & ~(SIZED | SUBSIZED),
        }),
    },
  },
];
