/**
 * java.util.stream.Collector: a library collector split into its functions, or one built from
 * functions.
 */
import type { ClassTable } from '../class_table.js';
import { JList, JSet } from '../containers/collections.js';
import { type JArray, JFunction } from '../containers/container_types.js';
import { JCollector } from '../containers/streams.js';
import { constantAt, EnumConstant } from '../values/enum_constant.js';
import type { Value } from '../values/value.js';
import { enumTable } from './enums.js';

const COLLECTOR = 'java.util.stream.Collector';
const CHARACTERISTICS = ['CONCURRENT', 'UNORDERED', 'IDENTITY_FINISH'].map(
  (name, i) => new EnumConstant(`${COLLECTOR}$Characteristics`, name, i),
);
const FN = 'java.util.function.';

interface Parts {
  readonly supplier: JFunction;
  readonly accumulator: JFunction;
  readonly combiner: JFunction;
  readonly finisher: JFunction;
  readonly characteristics: readonly Value[];
}

class MadeCollector extends JCollector {
  readonly parts: Parts;

  constructor(parts: Parts) {
    super((items) => {
      const into = parts.supplier.fn();
      for (const item of items) parts.accumulator.fn(into, item);
      return parts.finisher.fn(into);
    });
    this.parts = parts;
  }
}

const identity = new JFunction(`${FN}Function`, (value: Value) => value);

/** A library collector collects a list and computes its result at the end. */
function partsOf(self: JCollector): Parts {
  if (self instanceof MadeCollector) return self.parts;
  return {
    supplier: new JFunction(`${FN}Supplier`, () => new JList()),
    accumulator: new JFunction(`${FN}BiConsumer`, (into: JList, item: Value) => {
      into.add(item);
    }),
    combiner: new JFunction(`${FN}BinaryOperator`, (into: JList, other: JList) => {
      for (const item of other.items) into.add(item);
      return into;
    }),
    finisher: new JFunction(`${FN}Function`, (gathered: JList) => self.collect(gathered.items)),
    characteristics: [],
  };
}

function setOf(values: readonly Value[]): JSet {
  const set = new JSet('java.util.LinkedHashSet');
  for (const value of values) set.add(value);
  return set;
}

export const collector: readonly ClassTable[] = [
  {
    name: COLLECTOR,
    methods: {
      'BiConsumer accumulator()': (self: JCollector) => partsOf(self).accumulator,
      'Set characteristics()': (self: JCollector) => setOf(partsOf(self).characteristics),
      'BinaryOperator combiner()': (self: JCollector) => partsOf(self).combiner,
      'Function finisher()': (self: JCollector) => partsOf(self).finisher,
      'Supplier supplier()': (self: JCollector) => partsOf(self).supplier,
    },
    statics: {
      'Collector of(Supplier,BiConsumer,BinaryOperator,Collector.Characteristics[])': (
        supplier: JFunction,
        accumulator: JFunction,
        combiner: JFunction,
        { items }: JArray,
      ) => {
        const isIdentity = constantAt(CHARACTERISTICS, 2);
        const characteristics = [...items, isIdentity];
        return new MadeCollector({
          supplier,
          accumulator,
          combiner,
          finisher: identity,
          characteristics,
        });
      },
      'Collector of(Supplier,BiConsumer,BinaryOperator,Function,Collector.Characteristics[])': (
        supplier: JFunction,
        accumulator: JFunction,
        combiner: JFunction,
        finisher: JFunction,
        { items }: JArray,
      ) =>
        new MadeCollector({
          supplier,
          accumulator,
          combiner,
          finisher,
          characteristics: items,
        }),
    },
  },
  enumTable(`${COLLECTOR}$Characteristics`, CHARACTERISTICS),
];
