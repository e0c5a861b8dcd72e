/**
 * Compares the names that scripts may use here with those on a running OpenSearch, context by
 * context.
 *   node scripts/painless_allowlist.ts --url http://127.0.0.1:9200 [--context score] [--show 50]
 * Prints every class, member and constant that is missing, has other types, or exists only here.
 */
import { contextClasses, describeContext, scriptContext, scriptContexts } from '@skein/script';
import { commandLine } from './command_line.ts';
import { answeredJson } from './trusted_json.ts';

const { values: options } = commandLine(import.meta, {
  options: {
    url: 'http://127.0.0.1:9200',
    context: { type: 'string' },
    show: 50,
  },
});

type Description = ReturnType<typeof describeContext>;
type ClassDescription = Description['classes'][number];

async function reference(context: string): Promise<Description> {
  const path = `/_scripts/painless/_context?context=${context}`;
  return answeredJson<Description>(await fetch(options.url + path));
}

const LISTS = ['constructors', 'static_methods', 'methods', 'static_fields', 'fields'] as const;

/**
 * One line for each member of a class; the class that declares an inherited method does not matter
 * to a script.
 */
function lines(one: ClassDescription): string[] {
  const members = LISTS.flatMap((list) =>
    one[list].map(({ declaring: _declaring, ...member }) => `${list} ${JSON.stringify(member)}`),
  );
  return [`class ${one.imported}`, ...members].map((line) => `${one.name} ${line}`);
}

function all(description: Description): Set<string> {
  const functions = [...description.imported_methods, ...description.class_bindings];
  return new Set([
    ...description.classes.flatMap(lines),
    ...functions.map(({ name, parameters }) => `function ${name} ${parameters.length}`),
  ]);
}

async function compare(context: string): Promise<readonly string[]> {
  const theirs = all(await reference(context));
  const ours = all(describeContext(scriptContext(context), contextClasses(context)));
  return [
    ...[...theirs].filter((line) => !ours.has(line)).map((line) => `missing ${line}`),
    ...[...ours].filter((line) => !theirs.has(line)).map((line) => `extra   ${line}`),
  ];
}

const names =
  options.context === undefined ? scriptContexts().map(({ name }) => name) : [options.context];
for (const name of names) {
  const found = await compare(name);
  for (const line of found.slice(0, options.show)) console.log(`  ${line}`);
  console.log(`${name}: ${found.length} differences`);
}
