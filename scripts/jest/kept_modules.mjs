/**
 * Jest's runtime, which loads the modules of a suite, with these things kept for the next suite of
 * the same process: where each import leads, the text of each file, what it is transformed to, and
 * its compiled code. Each suite still runs every module anew, in a global object of its own. Without
 * this, a suite spends more CPU time on finding, reading and compiling some thousand modules than on
 * its tests.
 */
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import vm from 'node:vm';
import Runtime from 'jest-runtime';

/** Modules with `import()` are left to Jest, which knows where such an import leads. */
const IMPORT_CALL = /\bimport\s*\(/;
const USE_OF_JEST = /\bjest\b/;

/** The text of each file that was read, its time of modification, and if it speaks of `jest`. */
const texts = new Map();
/** The result of each file's transformation, with the text it was made from. */
const transformed = new Map();
/** The compiled module of each file, with the text it was compiled from. */
const scripts = new Map();
/** For each resolver, what is known about each name that a file imports. */
const kept = new WeakMap();

export default class KeptModules extends Runtime {
  constructor(config, environment, resolver, ...rest) {
    const answers = keptAnswers(resolver);
    super(config, environment, resolver, ...rest);
    const { executor, fileCache, jestGlobals, transformCache, _resolution: resolution } = this;
    const { watch, watchAll } = rest.at(-1);
    fileCache.readFile = watch || watchAll ? readText : readTextOnce;
    keepTransformed(transformCache);
    keepTargets(resolution, answers);
    const jestObjectFor = jestGlobals.jestObjectFor.bind(jestGlobals);
    // The object has some fifty functions, and few modules are tests.
    jestGlobals.jestObjectFor = (filename) =>
      texts.get(filename)?.usesJest === false ? undefined : jestObjectFor(filename);
    const compile = executor.compile.bind(executor);
    const parameters = executor.injectedModuleParameters.join(',');
    executor.compile = (text, filename) => {
      const context = environment.getVmContext();
      const script = context === null ? undefined : compiled(text, filename, parameters);
      return script?.runInContext(context) ?? compile(text, filename);
    };
  }
}

/** The answers of a resolver, which also keeps those by `moduleNameMapper` for each folder. */
function keptAnswers(resolver) {
  const known = kept.get(resolver);
  if (known !== undefined) return known;
  const resolve = resolver.resolveStubModuleName.bind(resolver);
  const mapped = new Map();
  resolver.resolveStubModuleName = (from, name, options) => {
    const conditions = options?.conditions?.join(',') ?? '';
    const key = `${dirname(from)}\0${name}\0${conditions}`;
    let answer = mapped.get(key);
    if (answer === undefined) {
      answer = resolve(from, name, options);
      mapped.set(key, answer);
    }
    return answer;
  };
  const answers = { targets: new Map(), mocks: new Map() };
  kept.set(resolver, answers);
  return answers;
}

/** Jest finds these for each suite anew, although the files are the same. */
function keepTargets(resolution, { targets, mocks }) {
  const resolveCjs = resolution.resolveCjs.bind(resolution);
  resolution.resolveCjs = (from, name) => (name ? answerIn(targets, from, name, resolveCjs) : from);
  const getCjsMockModule = resolution.getCjsMockModule.bind(resolution);
  resolution.getCjsMockModule = (from, name) => answerIn(mocks, from, name, getCjsMockModule);
}

/** Two maps, because one key of both names would be made for each import. */
function answerIn(answers, from, name, find) {
  let ofFile = answers.get(from);
  if (ofFile === undefined) {
    ofFile = new Map();
    answers.set(from, ofFile);
  }
  let answer = ofFile.get(name);
  if (answer === undefined) {
    answer = find(from, name);
    ofFile.set(name, answer);
  }
  return answer;
}

function readText(filename) {
  const { mtimeMs } = statSync(filename);
  const known = texts.get(filename);
  if (known?.mtimeMs === mtimeMs) return known.text;
  const text = readFileSync(filename, 'utf8');
  texts.set(filename, { mtimeMs, text, usesJest: USE_OF_JEST.test(text) });
  return text;
}

/** For a process of one run, during which no file changes. */
function readTextOnce(filename) {
  return texts.get(filename)?.text ?? readText(filename);
}

function keepTransformed(cache) {
  const transform = cache.transform.bind(cache);
  cache.transform = (filename, options) => {
    const text = cache.fileCache.readFile(filename);
    const known = transformed.get(filename);
    if (options?.isInternalModule || known?.text !== text) {
      const code = transform(filename, options);
      const file = cache.transforms.get(filename);
      if (!options?.isInternalModule && file !== undefined) {
        transformed.set(filename, { text, file });
      }
      return code;
    }
    const { code, sourceMapPath } = known.file;
    cache.transforms.set(filename, known.file);
    if (sourceMapPath) cache.sourceMaps.set(filename, sourceMapPath);
    return code;
  };
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
