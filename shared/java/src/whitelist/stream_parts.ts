/** Results and sources of streams: statistics, builders. */
import type { ClassTable, Implementation } from '../class_table.js';
import { JFunction } from '../containers/container_types.js';
import { type PrimitiveIterator, Statistics, type StreamBuilder } from '../containers/streams.js';
import { rawNumber } from '../values/convert.js';
import { classCast } from '../values/throwable.js';
import type { Value } from '../values/value.js';

const forEachRemaining = (self: PrimitiveIterator, fn: Value): void => {
  if (!(fn instanceof JFunction))
    throw classCast('a function is wanted to take the elements that are left');
  while (self.hasNext()) fn.fn(self.next());
};

type Methods = Readonly<Record<string, Implementation>>;
const S = 'java.util.stream.';

function statisticsTable(kind: 'Int' | 'Long' | 'Double', type: string): ClassTable {
  const name = `${kind}SummaryStatistics`;
  return {
    name: `java.util.${name}`,
    supers: [`java.util.function.${kind}Consumer`],
    constructors: { '()': () => new Statistics(kind) },
    methods: {
      [`void accept(${type})`]: (self: Statistics, value: number | bigint) => self.accept(value),
      [`void combine(${name})`]: (self: Statistics, other: Statistics) => self.combine(other),
      'double getAverage()': (self: Statistics) => self.average(),
      'long getCount()': (self: Statistics) => self.count,
      [`${type} getMax()`]: (self: Statistics) => self.max,
      [`${type} getMin()`]: (self: Statistics) => self.min,
      [`${kind === 'Double' ? 'double' : 'long'} getSum()`]: (self: Statistics) => self.sum,
    },
  };
}

function builderTable(stream: string, type: string): ClassTable {
  const methods: Methods = {
    [`${stream}.Builder add(${type})`]: (self: StreamBuilder, item: Value) => self.add(item),
    [`${stream} build()`]: (self: StreamBuilder) => self.build(),
    [`void accept(${type})`]: (self: StreamBuilder, item: Value) => {
      self.add(item);
    },
  };
  const consumer = stream.slice(0, -'Stream'.length);
  return {
    name: `${S}${stream}$Builder`,
    supers: [`java.util.function.${consumer}Consumer`],
    methods,
  };
}

const iteratorTable = (kind: 'Int' | 'Long' | 'Double', type: string): ClassTable => ({
  name: `java.util.PrimitiveIterator$Of${kind}`,
  supers: ['java.util.PrimitiveIterator'],
  methods: {
    [`${kind === 'Int' ? 'Integer' : kind} next()`]: (self: PrimitiveIterator) => self.next(),
    [`${type} next${kind}()`]: (self: PrimitiveIterator) => rawNumber(self.next()),
  },
});

export const streamParts: readonly ClassTable[] = [
  {
    name: 'java.util.PrimitiveIterator',
    supers: ['java.util.Iterator'],
    methods: { 'void forEachRemaining(def)': forEachRemaining },
  },
  iteratorTable('Int', 'int'),
  iteratorTable('Long', 'long'),
  iteratorTable('Double', 'double'),
  statisticsTable('Int', 'int'),
  statisticsTable('Long', 'long'),
  statisticsTable('Double', 'double'),
  builderTable('Stream', 'def'),
  builderTable('IntStream', 'int'),
  builderTable('LongStream', 'long'),
  builderTable('DoubleStream', 'double'),
];
