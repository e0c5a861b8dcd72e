/** Generated expressions of a kind: literals, parameters, and operations on them. */
import type { Form } from './form.ts';

/** A type that expressions are generated for. */
export type Kind =
  | 'int'
  | 'long'
  | 'double'
  | 'float'
  | 'String'
  | 'boolean'
  | 'def'
  | 'List'
  | 'Map'
  | 'char'
  | 'byte'
  | 'short';

const INTS = [
  '0',
  '1',
  '2',
  '3',
  '7',
  '-1',
  '-5',
  '10',
  '31',
  '100',
  '255',
  '2147483647',
  '-2147483648',
  '65536',
  'params.i',
];
const LONGS = [
  '0L',
  '1L',
  '2L',
  '-3L',
  '40L',
  '9223372036854775807L',
  '-9223372036854775808L',
  '4294967296L',
  '1000000007L',
];
const DOUBLES = [
  '0.0',
  '1.0',
  '-1.5',
  '2.5',
  '0.1',
  '1e10',
  '1e-5',
  '1e300',
  '123456.789',
  '3.999',
  'params.d',
];
const FLOATS = ['0.0f', '1.5f', '-2.25f', '0.1f', '1e10f', '3.4e38f'];
const STRINGS = [
  '"abc"',
  "'Hello World'",
  '""',
  '"a,b,,c"',
  '"42"',
  '"3.5"',
  '"é"',
  '" x "',
  '"aXbXc"',
  'params.s',
];
const CHARS = ["(char)'a'", '(char)65', "(char)'9'", '(char)32'];
const BYTES = ['(byte)5', '(byte)200', '(byte)-1'];
const SHORTS = ['(short)5', '(short)70000', '(short)-1'];

/** Chooses everything by a seed. */
export class Generator {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(bound: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 4294967296) * bound);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.next(items.length)];
  }

  program(form: Form): { source: string; form: string } {
    return { source: form.make(this), form: form.name };
  }

  numeric(depth = 2): string {
    return this.of(
      this.pick<Kind>(['int', 'int', 'long', 'double', 'float', 'char', 'byte', 'short', 'def']),
      depth,
    );
  }

  any(depth = 2): string {
    return this.of(
      this.pick<Kind>(['int', 'long', 'double', 'String', 'boolean', 'def', 'List', 'Map']),
      depth,
    );
  }

  of(kind: Kind, depth = 2): string {
    if (depth > 0 && this.next(3) === 0) return this.#compound(kind, depth - 1);
    switch (kind) {
      case 'int':
        return this.pick(INTS);
      case 'long':
        return this.pick(LONGS);
      case 'double':
        return this.pick(DOUBLES);
      case 'float':
        return this.pick(FLOATS);
      case 'String':
        return this.pick(STRINGS);
      case 'char':
        return this.pick(CHARS);
      case 'byte':
        return this.pick(BYTES);
      case 'short':
        return this.pick(SHORTS);
      case 'boolean':
        return this.pick(['true', 'false', 'params.t']);
      case 'def':
        return this.pick([
          `(def)${this.pick(INTS)}`,
          `(def)${this.pick(LONGS)}`,
          `(def)${this.pick(DOUBLES)}`,
          '(def)"x"',
          'params.i',
          'params.d',
          'params.s',
          '(def)(char)66',
        ]);
      case 'List':
        return this.pick([
          '[1, 2, 3]',
          '[]',
          '["b", "a", "c"]',
          '[1.5, 2L, 3]',
          'params.l',
          '[3, 1, 2]',
          '["x"]',
          '[[1], [2, 3]]',
        ]);
      case 'Map':
        return this.pick([
          '["a": 1, "b": 2]',
          '[:]',
          '["k": "v"]',
          'params.m',
          '["z": [1], "y": ["q": 2.5]]',
          '["one": 1, "two": 2, "three": 3]',
        ]);
    }
  }

  #compound(kind: Kind, depth: number): string {
    switch (kind) {
      case 'int':
      case 'long':
      case 'double':
      case 'float':
        return `(${this.of(kind, depth)} ${this.pick(['+', '-', '*', '/', '%'])} ${this.of(this.pick<Kind>([kind, 'int']), depth)})`;
      case 'String':
        return this.pick([
          `(${this.of('String', depth)} + ${this.any(depth)})`,
          `${this.of('String', 0)}.toUpperCase()`,
          `(${this.of('String', 0)}.length() + "")`,
        ]);
      case 'boolean':
        return this.pick([
          `(${this.numeric(depth)} ${this.pick(['<', '<=', '>', '>=', '==', '!='])} ${this.numeric(depth)})`,
          `!${this.of('boolean', 0)}`,
          `(${this.of('boolean', 0)} ${this.pick(['&&', '||', '^'])} ${this.of('boolean', 0)})`,
        ]);
      case 'def':
        return `(${this.of('def', depth)} ${this.pick(['+', '-', '*', '/', '%', '<<', '&'])} ${this.numeric(depth)})`;
      case 'List':
        return `[${this.any(depth)}, ${this.any(depth)}]`;
      case 'Map':
        return `["p": ${this.any(depth)}, "q": ${this.any(depth)}]`;
      default:
        return this.of(kind, 0);
    }
  }
}
