/**
 * Jest's runtime, which loads the modules of a suite, with three things kept for the next suite of
 * the same process: where each import leads, the text of each file, and its compiled code. Each
 * suite still runs every module anew, in a global object of its own. Without this, a suite spends
 * more CPU time on finding, reading and compiling some thousand modules than on its tests.
 */
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import vm from 'node:vm';
import Runtime from 'jest-runtime';

/** Modules with `import()` are left to Jest, which knows where such an import leads. */
const IMPORT_CALL = /\bimport\s*\(/;

/** The text of each file that was read, with its time of modification. */
const texts = new Map();
/** The compiled module of each file, with the text it was compiled from. */
const scripts = new Map();
/** The resolvers whose answers are kept already. */
const keeping = new WeakSet();

export default class KeptModules extends Runtime {
  constructor(config, environment, resolver, ...rest) {
    keepAnswers(resolver);
    super(config, environment, resolver, ...rest);
    const { executor, fileCache } = this;
    fileCache.readFile = readText;
    const compile = executor.compile.bind(executor);
    const parameters = executor.injectedModuleParameters.join(',');
    executor.compile = (text, filename) => {
      const context = environment.getVmContext();
      const script = context === null ? undefined : compiled(text, filename, parameters);
      return script?.runInContext(context) ?? compile(text, filename);
    };
  }
}

/** The only answers of a resolver that Jest does not keep: those by `moduleNameMapper`. */
function keepAnswers(resolver) {
  if (keeping.has(resolver)) return;
  keeping.add(resolver);
  const resolve = resolver.resolveStubModuleName.bind(resolver);
  const answers = new Map();
  resolver.resolveStubModuleName = (from, name, options) => {
    const conditions = options?.conditions?.join(',') ?? '';
    const key = `${dirname(from)}\0${name}\0${conditions}`;
    let answer = answers.get(key);
    if (answer === undefined) {
      answer = resolve(from, name, options);
      answers.set(key, answer);
    }
    return answer;
  };
}

function readText(filename) {
  const { mtimeMs } = statSync(filename);
  const known = texts.get(filename);
  if (known?.mtimeMs === mtimeMs) return known.text;
  const text = readFileSync(filename, 'utf8');
  texts.set(filename, { mtimeMs, text });
  return text;
}

/** The script whose value is the module's function; undefined if Jest must compile the text. */
function compiled(text, filename, parameters) {
  const known = scripts.get(filename);
  if (known?.text === text) return known.script;
  const script = IMPORT_CALL.test(text) ? undefined : compile(text, filename, parameters);
  scripts.set(filename, { text, script });
  return script;
}

function compile(text, filename, parameters) {
  const head = `(function(${parameters}){`;
  try {
    return new vm.Script(`${head}${text}\n})`, { filename, columnOffset: -head.length });
  } catch {
    // Jest's own error says more.
    return undefined;
  }
}
