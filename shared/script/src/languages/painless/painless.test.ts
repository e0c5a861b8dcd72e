import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError, errorDetail } from '@skein/errors';
import { fromJson, JavaObject, JList, JMap, provideWorld, textOf, toJson } from '@skein/java';
import fc from 'fast-check';
import { scriptContext } from '../../contexts/registry.js';
import { CLASSES } from './classes.js';
import { fixedWorld } from './fixed_world.js';
import { compilePainless } from './painless.js';
import { runScript, scriptFailure } from './testing/test_script.js';

const test_ = scriptContext('painless_test');
const BUILDER = 'java.time.format.DateTimeFormatterBuilder';

beforeAll(() => provideWorld(fixedWorld()));

interface Case {
  readonly source: string;
  readonly value?: string;
  readonly error?: string;
}

function recorded(...names: readonly string[]): readonly Case[] {
  const lines = names.flatMap((name) =>
    readFileSync(join(__dirname, 'testdata', name), 'utf8')
      .trim()
      .split('\n'),
  );
  return lines.map((line) => JSON.parse(line) as Case);
}

describe('programs that OpenSearch ran too', () => {
  it.each(recorded('reference.ndjson', 'members.ndjson', 'calendar.ndjson', 'results.ndjson'))(
    '$source',
    ({ source, value, error }) => {
      if (error === undefined) expect(textOf(runScript(source))).toBe(value);
      else {
        const found = scriptFailure(source);
        expect(`${found.message}: ${String(found.cause?.metadata.type)}`).toBe(error);
      }
    },
  );
});

describe('programs known to differ from OpenSearch', () => {
  const cases = recorded('known_differences.ndjson', 'members_differing.ndjson');

  it.each(cases)('$source still ends as a script may', ({ source }) => {
    try {
      expect(runScript(source)).toBeDefined();
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError);
    }
  });
});

test.each([
  ['Integer.parseInt("٣")', '3'],
  [`Integer.parseInt("${'0'.repeat(99)}7")`, '7'],
  ['Integer.parseUnsignedInt("4294967295")', '-1'],
  [`Long.parseUnsignedLong("${'1'.repeat(64)}", 2)`, '-1'],
  ['Double.parseDouble("0x1.8p1")', '3.0'],
  ['Float.parseFloat(" 1.5f ")', '1.5'],
])('%s is %s', (source, value) => {
  expect(textOf(runScript(`return ${source}`))).toBe(value);
});

test.each([
  ['Double.parseDouble("1.2.3")', 'multiple points'],
  ['Double.parseDouble(" x ")', 'For input string: "x"'],
  ['Integer.decode("")', 'Zero length string'],
  [`Integer.parseInt("${'9'.repeat(66)}")`, `For input string: "${'9'.repeat(66)}"`],
  [
    `Long.parseUnsignedLong("${'1'.repeat(65)}", 2)`,
    `String value ${'1'.repeat(65)} exceeds range of unsigned long.`,
  ],
  [
    'DateTimeFormatter.ofPattern("ppHmm")',
    `class ${BUILDER}$PadPrinterParserDecorator cannot be cast to class ${BUILDER}$NumberPrinterParser (${BUILDER}$PadPrinterParserDecorator and ${BUILDER}$NumberPrinterParser are in module java.base of loader 'bootstrap')`,
  ],
])('%s fails with %s', (source, message) => {
  expect(scriptFailure(`return ${source}`).cause?.message).toBe(message);
});

describe('arithmetic is Java’s', () => {
  const int = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
  const long = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  const models: Record<string, (a: bigint, b: bigint) => bigint> = {
    '+': (a, b) => a + b,
    '-': (a, b) => a - b,
    '*': (a, b) => a * b,
    '/': (a, b) => a / b,
    '%': (a, b) => a % b,
    '&': (a, b) => a & b,
    '|': (a, b) => a | b,
    '^': (a, b) => a ^ b,
  };

  it.each(Object.keys(models))('int %s wraps at 32 bits', (op) => {
    const typed = compilePainless(
      `int a = (int) params.a; int b = (int) params.b; return a ${op} b`,
      test_,
    );
    const dynamic = compilePainless(`return params.a ${op} params.b`, test_);
    fc.assert(
      fc.property(int, int, (a, b) => {
        fc.pre(b !== 0 || (op !== '/' && op !== '%'));
        const expected = Number(
          BigInt.asIntN(32, (models[op] as (a: bigint, b: bigint) => bigint)(BigInt(a), BigInt(b))),
        );
        expect(typed.run(fromJson({ a, b }))).toBe(expected);
        expect(dynamic.run(fromJson({ a, b }))).toBe(expected);
      }),
    );
  });

  it.each(Object.keys(models))('long %s wraps at 64 bits', (op) => {
    const typed = compilePainless(`long a = params.a; long b = params.b; return a ${op} b`, test_);
    fc.assert(
      fc.property(long, long, (a, b) => {
        fc.pre(b !== 0n || (op !== '/' && op !== '%'));
        const expected = BigInt.asIntN(64, (models[op] as (a: bigint, b: bigint) => bigint)(a, b));
        const given = new JMap();
        given.put('a', a);
        given.put('b', b);
        expect(typed.run(given)).toBe(expected);
      }),
    );
  });

  it('shifts by the low bits of the distance', () => {
    const script = compilePainless('long a = params.a; int b = params.b; return a >>> b', test_);
    fc.assert(
      fc.property(long, int, (a, b) => {
        const given = new JMap();
        given.put('a', a);
        given.put('b', b);
        expect(script.run(given)).toBe(BigInt.asIntN(64, BigInt.asUintN(64, a) >> BigInt(b & 63)));
      }),
    );
  });

  it('double and float agree with IEEE', () => {
    const script = compilePainless('double a = params.a; return (a * 3.7 - a / 2) + ""', test_);
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e100, max: 1e100 }),
        (a) => {
          expect(Number(script.run(fromJson({ a })))).toBe(a * 3.7 - a / 2);
        },
      ),
    );
  });
});

describe('arrays of arrays', () => {
  it.each([
    ['int[0][-1]', '-1'],
    ['int[2][0][-3]', '-3'],
    ['int[-1][-2]', '-1'],
  ])('new %s has a negative size', (made, size) => {
    const script = compilePainless(`def x = new ${made}; return x.length`, test_);
    expect(() => script.run(new JMap())).toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ reason: size }) }),
    );
  });
});

describe('budgets', () => {
  it.each([
    ['while (true) { int y = 1 }', 'painless_error'],
    ['for (;;) {}', 'painless_error'],
    ['def l = []; for (;;) { l.add("x") }', 'painless_error'],
    [
      'String s = "aaaaaaaaaaaaaaaa"; for (int i = 0; i < 40; i++) { s = s + s } return s',
      'out_of_memory_error',
    ],
    [
      'def b = new StringBuilder("xxxx"); for (int i = 0; i < 60; i++) { b.append(b.toString()) } return 1',
      'out_of_memory_error',
    ],
    ['int f(int n) { return f(n + 1) } return f(0)', 'stack_overflow_error'],
    ['int[] a = new int[2147483647]; return a.length', 'out_of_memory_error'],
    ['int[][][] a = new int[9999][9999][9999]; return 1', 'out_of_memory_error'],
    ['return Collections.nCopies(2000000000, "x").size()', 'out_of_memory_error'],
    [
      'def l = [1]; for (int i = 0; i < 60; i++) { l.addAll(l) } return l.size()',
      'out_of_memory_error',
    ],
    [
      'def n = [1]; for (int i = 0; i < 90; i++) { n = [n, n] } return n.toString().length()',
      'out_of_memory_error',
    ],
    [
      'return IntStream.range(0, 2000000000).map(i -> { int s = 0; for (int k = 0; k < 1000000 - 1; k++) { s += k } return s }).sum()',
      'painless_error',
    ],
    ['return new BigInteger("9999999999").pow(999999999)', 'out_of_memory_error'],
    ['return String.format("%1000000000d", new def[] {1})', 'out_of_memory_error'],
    [
      "def l = []; for (int i = 0; i < 1000; i++) { l.add('') } String m = 'x'; for (int i = 0; i < 19; i++) { m += m } return String.join(m, l).length()",
      'out_of_memory_error',
    ],
    [
      "def l = []; for (int i = 0; i < 1000; i++) { l.add('') } String m = 'x'; for (int i = 0; i < 19; i++) { m += m } return l.stream().collect(Collectors.joining(m)).length()",
      'out_of_memory_error',
    ],
    [
      "String m = 'a,'; for (int i = 0; i < 22; i++) { m += m } return m.splitOnToken(',').length",
      'out_of_memory_error',
    ],
    [
      "return new DateTimeFormatterBuilder().padNext(400000000, (char)'x').appendLiteral('a').toFormatter().format(LocalDate.of(2020, 1, 1)).length()",
      'out_of_memory_error',
    ],
    [
      "DecimalFormat f = new DecimalFormat('0'); f.setMinimumFractionDigits(400000000); return f.toPattern().length()",
      'out_of_memory_error',
    ],
    ['return new BigDecimal("1e-400000000").toPlainString().length()', 'out_of_memory_error'],
    [
      'for (int i = 0; i < 50; i++) { try { BigInteger.ONE.shiftRight(Integer.MIN_VALUE) } catch (ArithmeticException e) {} } def l = []; while (true) { l.add(new int[1000000]) }',
      'out_of_memory_error',
    ],
    [
      'String s = "1234567890123"; for (int i = 0; i < 13; i++) { s += s } return BigInteger.ONE.shiftLeft(300000).subtract(BigInteger.TEN).gcd(new BigInteger(s))',
      'painless_error',
    ],
    [
      'return "x".replace("", "yyyyyyyyyyyyyyyyyyy").length() + (/(a+)+$/.matcher("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!").matches() ? 1 : Collections.nCopies(-1, 1).size())',
      'illegal_argument_exception',
    ],
  ])('%s ends within a second', (source, type) => {
    const before = process.threadCpuUsage();
    expect(scriptFailure(source).cause?.metadata.type).toBe(type);
    // CPU time of this thread, independent of the machine's other load.
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(1000);
  });
});

describe('escapes', () => {
  const NAMES = [
    'constructor',
    '__proto__',
    'prototype',
    '__defineGetter__',
    '__defineSetter__',
    '__lookupGetter__',
    'hasOwnProperty',
    'isPrototypeOf',
    'propertyIsEnumerable',
    'valueOf',
    'toLocaleString',
    'call',
    'apply',
    'bind',
    'caller',
    'callee',
    'arguments',
    'getClass',
    'class',
    'forName',
    'getClassLoader',
    'wait',
    'notify',
    'finalize',
    'items',
    'table',
    'fn',
    'className',
    'map',
    'run',
    'engine',
  ];
  const GLOBALS = [
    'Function',
    'globalThis',
    'process',
    'require',
    'import',
    'module',
    'window',
    'self',
    'eval',
    'Reflect',
    'Proxy',
    'Symbol',
    'Object',
    'Array',
    'WebAssembly',
    'console',
    'Buffer',
    'setTimeout',
    'fetch',
    'R',
    'K',
    'p',
    'L',
    'main',
    'r_trace',
    'k0',
    'v0',
    'System',
    'Runtime',
    'Thread',
    'ClassLoader',
    'java.lang.System',
    'java.lang.Runtime',
    'java.io.File',
  ];
  const RECEIVERS = [
    '"s"',
    '1',
    '1L',
    '1.5',
    'true',
    '[1]',
    '["a": 1]',
    'new StringBuilder()',
    'params',
    '/x/',
    'new int[1]',
    'new ArrayList().iterator()',
  ];
  const attempts = [
    ...NAMES.flatMap((name) =>
      RECEIVERS.flatMap((receiver) => [
        `def x = ${receiver}; return x.${name}`,
        `def x = ${receiver}; return x.${name}()`,
      ]),
    ),
    ...NAMES.map((name) => `def x = ["a": 1]; return x["${name}"]`),
    ...NAMES.map(
      (name) => `def x = [:]; x.${name} = 1; x["__proto__"] = ["polluted": 1]; return [:].polluted`,
    ),
    ...GLOBALS.flatMap((name) => [
      `return ${name}`,
      `return ${name}("return 1")`,
      `return new ${name}()`,
      `return ${name}.x`,
      `${name} = 1; return 1`,
    ]),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an attempt to leave a template
    'return "${1}`+process.exit()+`"',
    'return "\u2028process.exit()"',
    'return "*/ process.exit() /*"',
    "return '\\'; process.exit(); //'",
    'def \\u0070rocess = 1',
    'return this',
    'return `x`',
    'def f = () -> this',
    '[1].each(x -> x.constructor)',
    'return [1].collect(String::constructor)',
    'return [1].collect(Object::getClass)',
    'int process() { return 1 } return process()',
    'def constructor = 5; return constructor',
  ];

  /** True if everything reachable from a value through collections is a script value. */
  function isScriptValue(value: unknown): boolean {
    if (value === null || ['string', 'boolean', 'number', 'bigint'].includes(typeof value))
      return true;
    if (value instanceof JList) return value.toArray().every(isScriptValue);
    if (value instanceof JMap) return value.values().every(isScriptValue);
    return value instanceof JavaObject;
  }

  it(`has at least 300 attempts`, () => expect(attempts.length).toBeGreaterThanOrEqual(300));

  it.each(attempts)('%s', (source) => {
    let value: unknown = null;
    try {
      value = runScript(source);
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError);
    }
    expect(isScriptValue(value)).toBe(true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('errors read as OpenSearch’s', () => {
  it('a run-time error has an excerpt of its statement', () => {
    const found = errorDetail(scriptFailure('def x=null; x.foo()'));
    expect(found).toEqual({
      type: 'script_exception',
      reason: 'runtime error',
      script_stack: ['x.foo()', ' ^---- HERE'],
      script: 'def x=null; x.foo()',
      lang: 'painless',
      position: { offset: 13, start: 12, end: 19 },
      caused_by: {
        type: 'null_pointer_exception',
        reason: 'Cannot invoke "Object.getClass()" because "callArgs[0]" is null',
      },
    });
  });

  it('a compile error has an excerpt of the source around it', () => {
    const found = errorDetail(scriptFailure('int x = "a"'));
    expect(found.script_stack).toEqual(['int x = "a"', '        ^---- HERE']);
    expect(found.caused_by).toEqual({
      type: 'class_cast_exception',
      reason: 'Cannot cast from [java.lang.String] to [int].',
    });
  });
});

describe('the allow-list', () => {
  it('has an implementation for every signature', () => {
    for (const one of CLASSES.all()) {
      for (const method of [
        ...one.methods.values(),
        ...one.statics.values(),
        ...one.constructors.values(),
      ]) {
        expect(typeof method.run).toBe('function');
      }
    }
  });

  it('updates a document', () => {
    const ctx = fromJson({ _source: { n: 1, tags: ['a'] } }) as JMap;
    compilePainless(
      'ctx._source.n += 4; ctx._source.tags.add("b"); ctx.op = "index"',
      scriptContext('update'),
    ).run(fromJson({}), ctx);
    expect(toJson(ctx)).toEqual({ _source: { n: 5, tags: ['a', 'b'] }, op: 'index' });
  });
});
