/** A script compiled for known fields and parameters returns the same as without this knowledge. */

import {
  DATE_PARTS,
  DOC_DATE,
  DocValues,
  docDate,
  fromJson,
  JDouble,
  JMap,
  missingValue,
  paramType,
  textOf,
  unboxed,
  type Value,
} from '@skein/java';
import fc from 'fast-check';
import { scriptContext } from '../../contexts/registry.js';
import { CLASSES } from './classes.js';
import { type CompiledScript, compilePainless } from './painless.js';
import { type DocField, SlotMap } from './runtime/slots.js';

const context = scriptContext('field');

interface Document {
  /** Undefined if the document has no value. */
  readonly n: bigint | undefined;
  readonly price: number | undefined;
  readonly on: boolean | undefined;
  readonly d: Date | undefined;
}

const KINDS = { n: 'Longs', price: 'Doubles', on: 'Booleans', d: 'Dates' } as const;
const TYPES = { n: 'long', price: 'double', on: 'boolean', d: 'date' } as const;
type Name = keyof typeof KINDS;

function boxed(document: Document, name: Name): Value[] {
  const value = document[name];
  if (value === undefined) return [];
  if (value instanceof Date) return [docDate(value.getTime())];
  return [typeof value === 'number' ? new JDouble(value) : value];
}

class Field implements DocField {
  readonly document: Document;
  readonly name: Name;
  constructor(document: Document, name: Name) {
    this.document = document;
    this.name = name;
  }
  #value<T>(): T {
    const value = this.document[this.name];
    if (value === undefined) throw missingValue();
    return value as T;
  }
  double = () => Number(this.#value<number | bigint | Date>());
  long = () => BigInt(this.document[this.name] instanceof Date ? this.millis() : this.#value());
  // Longs of numbers and dates, as columns provide them.
  whole = () => (Number.isSafeInteger(this.double()) ? this.double() : this.long());
  boolean = () => this.#value<boolean>();
  millis = () => this.#value<Date>().getTime();
  count = () => boxed(this.document, this.name).length;
  values = () => new DocValues(KINDS[this.name], boxed(this.document, this.name));
}

function outcome(run: () => unknown): string {
  try {
    return `${textOf(run() as Value)}`;
  } catch (error) {
    const { message, cause, metadata } = error as Error & {
      metadata?: { position?: { offset: number } };
    };
    return `${message} ${(cause as Error).message} at ${metadata?.position?.offset}`;
  }
}

function both(
  source: string,
  document: Document,
  params: object,
): [string, string, CompiledScript] {
  const names = Object.keys(KINDS) as Name[];
  const doc = new JMap('java.util.HashMap');
  for (const name of names) doc.put(name, new DocValues(KINDS[name], boxed(document, name)));
  const given = fromJson(params as never, 'java.util.HashMap') as JMap;
  const plain = compilePainless(source, context);
  const { fields, params: read } = plain.access;
  const special = plain.specialize({
    fields: new Map(fields.map((name) => [name, TYPES[name as Name]])),
    params: new Map(read.map((name) => [name, paramType(given.get(name))])),
  });
  const slots = fields.map((name) => new Field(document, name as Name));
  const values = read.map((name) => unboxed(given.get(name)));
  return [
    outcome(() => plain.run(given, doc)),
    outcome(() => special.run(new SlotMap(given, values), new SlotMap(doc, slots))),
    special,
  ];
}

const SOURCES = [
  "doc['n'].value + params.i",
  "doc['n'].value / params.i",
  "doc['n'].value % 7 * doc['price'].value",
  "doc['price'].value - params.d * 2",
  "doc['on'].value ? doc['n'].value : doc['price'].value",
  "doc['on'].value && doc['n'].value > params.i",
  "doc['n'].size() + doc['price'].size()",
  "doc['n'].empty ? -1 : doc['n'].value",
  "(doc['price'].empty ? -1 : doc['price'].value) / 2",
  "('' + (doc['on'].value ? params.i : doc['price'].value)) + (doc['on'].value ? params.d : 1)",
  "(doc['on'].value ? (int)doc['n'].value : 2.5) / 2",
  "(doc['on'].value ? doc['n'].value + 1 : 2.5f) + 1",
  "(doc['n'].size() > 0 ? doc['n'].size() : 1.5f) + ''",
  "def x = doc['on'].value ? doc['n'].value : doc['price'].value; return x",
  "doc['on'].value ? (long)doc['n'].value : 2.5f",
  "def x = doc['n'].value; x += params.s; return x",
  "long x = doc['n'].value; return x << 3",
  "int x = doc['n'].value; return x",
  "List l = [doc['n'].value, doc['price'].value]; return l",
  "doc['n'].value.toString() + doc['price'].value",
  "Math.max(doc['n'].value, doc['price'].value)",
  "def t = 0; for (def v : doc['n']) { t += v } return t",
  "[1, 2].stream().map(x -> x + doc['n'].value).collect(Collectors.toList())",
  "long f(Map doc) { return doc['n'].value } return f(['n': ['value': 5L]]) + doc['n'].value",
  "params.l[0] + doc['n'].value",
  "params.s.length() + params.b + ''",
  "params.i = 5; return params.i + doc['n'].value",
  "doc['n'].value == params.i",
  "doc['n'].value > params.i || doc['n'].value <= doc['n'].value || doc['n'].value != 5L",
  "doc['n'].value < 9223372036854775807L && doc['n'].value > (char) 'a' && doc['n'].value >= 2.5",
  "doc['n'].value * 1.5 + (float) 2 - doc['n'].value * doc['price'].value",
  "doc['price'].value == null",
  "doc['d'].value.getHour() > 12 && doc['d'].value.minute < 30",
  "doc['d'].value.year + doc['d'].value.monthValue / 3 + doc['d'].value.dayOfMonth % 7",
  "doc['d'].value.getMillis() - params.i",
  "doc['d'].value.millis / 1000",
  "doc['d'].value.toInstant().toEpochMilli() % 5",
  "doc['d'].value.dayOfWeekEnum == DayOfWeek.MONDAY ? 1 : doc['d'].value.getDayOfWeek()",
  "ZonedDateTime z = doc['d'].value; return z.getYear() + z.getDayOfWeek().getValue()",
  "def z = doc['d'].value; return z.getSecondOfDay() + '-' + z",
  "'' + doc['d'].value + doc['d'].value.plusDays(1).getDayOfYear()",
  "doc['d'].value?.getMonth()",
  "doc['d'].value.isBefore(ZonedDateTime.parse('2000-01-01T00:00:00Z'))",
  "doc['d'].empty || doc['d'].size() != 1 || doc['n'].isEmpty() ? -1 : doc['d'].value.getEra()",
  "doc['d'].value.getNoSuchThing()",
  "doc['d'].value > doc['n'].value",
];

it('changes no result and no error', () => {
  const documents = fc.record({
    n: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), { nil: undefined }),
    price: fc.option(fc.double({ noNaN: true }), { nil: undefined }),
    on: fc.option(fc.boolean(), { nil: undefined }),
    d: fc.option(fc.date({ noInvalidDate: true }), { nil: undefined }),
  });
  const params = fc.record({
    i: fc.integer(),
    d: fc.double({ noNaN: true, noDefaultInfinity: true }),
    s: fc.string(),
    b: fc.boolean(),
    l: fc.array(fc.integer(), { minLength: 1, maxLength: 2 }),
  });
  fc.assert(
    fc.property(fc.constantFrom(...SOURCES), documents, params, (source, document, given) => {
      const [plain, special] = both(source, document, given);
      expect(special).toBe(plain);
    }),
    { numRuns: 2000 },
  );
});

it('tells each part of a date as the class of dates does', () => {
  const { methods } = CLASSES.get(DOC_DATE) ?? {};
  // Includes milliseconds that doubles cannot distinguish from their neighbours.
  const far = fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n - 1n }).map(Number);
  const near = fc.date({ noInvalidDate: true }).map((date) => date.getTime());
  for (const [name, part] of DATE_PARTS) {
    const method = methods?.get(`${name}/0`);
    fc.assert(
      fc.property(fc.oneof(near, far), (ms) => {
        expect(part(ms)).toBe(method?.run(docDate(ms)));
      }),
    );
  }
});

it('reads columns without looking anything up', () => {
  const document = { n: 1n, price: 2, on: true, d: undefined };
  const [, , special] = both("doc['price'].value * params.d", document, { d: 1.5 });
  expect(special.emitted).toMatch(/r_docDouble\(v\d+,0,p=12\) \* r_slot\(v\d+,0\)/);
  expect(special.emitted.replace('"use strict";', '')).not.toMatch(/["'`\\[\]]/);
});
