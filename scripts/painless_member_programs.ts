/**
 * Writes a program for each member of the allow-list that no case calls yet, if its arguments can
 * be made up from examples of their types. painless_record.ts then runs the programs on OpenSearch.
 *   node scripts/painless_member_programs.ts --missing names.txt >
 *   shared/script/src/languages/painless/testdata/programs/members.txt
 */
import { readFileSync } from 'node:fs';
import { CLASSES } from '@skein/script';
import { commandLine } from './command_line.ts';
import { EXAMPLES } from './painless_examples.ts';

const { values: options } = commandLine(import.meta, {
  options: { missing: '' },
});

const written = (type: string): string =>
  type.replaceAll('$', '.').replace(/^[a-z.]+\.(?=[A-Z])/, '');

function example(type: string, turn: number): string | undefined {
  const known = Object.hasOwn(EXAMPLES, type) ? EXAMPLES[type] : undefined;
  if (known !== undefined) return known[turn % known.length];
  if (!type.endsWith('[]')) return undefined;
  const inner = example(type.slice(0, -2), turn);
  return inner === undefined ? undefined : `new ${written(type)} {${inner}}`;
}

/** The calls that turn a result without a text of its own into one, by class. */
const SHOWN: Readonly<Record<string, string>> = {
  'java.time.format.DateTimeFormatterBuilder': '.toFormatter().toString()',
  'java.util.stream.Stream': '.collect(Collectors.toList())',
  'java.util.stream.BaseStream': '.isParallel()',
  'java.util.stream.IntStream': '.boxed().collect(Collectors.toList())',
  'java.util.stream.LongStream': '.boxed().collect(Collectors.toList())',
  'java.util.stream.DoubleStream': '.boxed().collect(Collectors.toList())',
  'java.util.Iterator': '.next()',
  'java.util.Spliterator': '.estimateSize()',
  'java.util.Enumeration': '.hasMoreElements()',
  'java.util.Random': '.nextInt()',
  'java.util.Set': '.size()',
  'char[]': '.length',
  'byte[]': '.length',
  'java.lang.String[]': '.length',
  'java.lang.StackTraceElement[]': '.length > 0',
  'java.util.Locale$Builder': '.build()',
};

/**
 * Members that return another number each time; their programs only test the type of the result.
 */
const RANDOM = /^(?:random|randomUUID|currentTimeMillis|nanoTime)$/;

/**
 * The program for one member. A `void` member is shown by the state in which it leaves its object.
 */
function program(
  { kind, owner, name }: { kind: string; owner: string; name: string },
  parameters: readonly string[],
  turn: number,
): string | undefined {
  const args = parameters.map((type, i) => example(type, turn + i));
  if (args.includes(undefined)) return undefined;
  const list = args.join(', ');
  const type = written(owner);
  if (name === '<init>') return `return new ${type}(${list})`;
  const found = CLASSES.get(owner);
  const members = kind === 'static' ? found?.statics : found?.methods;
  const returns = members?.get(`${name}/${parameters.length}`)?.returns ?? 'def';
  const isVoid = returns === 'void';
  const shown = RANDOM.test(name)
    ? ' != null'
    : (SHOWN[returns] ?? (returns.endsWith('[]') ? '.length' : ''));
  if (kind === 'static')
    return isVoid
      ? `${type}.${name}(${list}); return 1`
      : `return ${type}.${name}(${list})${shown}`;
  const receiver = example(owner, turn);
  if (receiver === undefined) return undefined;
  const declared = `${type} x = ${receiver}; `;
  return isVoid
    ? `${declared}x.${name}(${list}); return x`
    : `${declared}return x.${name}(${list})${shown}`;
}

for (const line of readFileSync(options.missing, 'utf8').trim().split('\n')) {
  const found = /^(static )?(\S+) ([^(]+)\((.*)\)$/.exec(line);
  if (found === null) continue;
  const [, isStatic, owner = '', name = '', list = ''] = found;
  const parameters = list === '' ? [] : list.split(',');
  const seen = new Set<string>();
  for (let turn = 0; turn < 2; turn++) {
    const text = program({ kind: isStatic ? 'static' : '', owner, name }, parameters, turn);
    if (text === undefined || seen.has(text)) continue;
    seen.add(text);
    console.log(text);
  }
  if (seen.size === 0) console.error(line);
}
