/**
 * Synonym rules in Solr's form: `a, b => c, d` replaces; `a, b, c` are synonyms of each other (or
 * all of the first, without `expand`). Every phrase is analyzed with the chain before the filter
 * and kept in a tree of words.
 */
import { checkWanted, javaTrim } from '@skein/base';
import { ApiError } from '@skein/errors';
import { runChain } from '../analyzer/chain_analyzer.js';
import type { Token } from '../analyzer.js';
import type { ComponentSettings } from '../build/component_settings.js';
import type { AnalysisOutside } from '../build/outside.js';
import type { FilterChain } from '../build/registry.js';
import { linesOf } from '../build/word_files.js';
import type { TokenFilter } from '../component.js';

/** The limit of pairs of phrases in one rule, each with each: a thousand synonyms of one word. */
const MAX_PAIRS = 1_000_000;

export interface SynonymNode {
  readonly next: Map<string, SynonymNode>;
  /** Phrases that stand for the words from the root to this node. */
  readonly outputs: string[][];
  /** The outputs as texts, to add each only once. */
  readonly known: Set<string>;
  keepsOriginal: boolean;
}

export function newNode(): SynonymNode {
  return { next: new Map(), outputs: [], known: new Set(), keepsOriginal: false };
}

/**
 * The words of a phrase; `undefined` when the phrase yields none or not plain words, and the filter
 * is lenient.
 */
type Phrase = string[] | undefined;

interface RuleOptions {
  readonly chain: FilterChain;
  readonly expand: boolean;
  /** True when phrases that cannot be analyzed are skipped. */
  readonly lenient: boolean;
}

export function parseSynonyms(
  settings: ComponentSettings,
  before: FilterChain,
  outside: AnalysisOutside,
): SynonymNode {
  const chain = { ...before, filters: before.filters.flatMap(inRules) };
  const rules = settings.list('synonyms') ?? linesOf(settings, 'synonyms', outside);
  if (rules === undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      'synonym requires either `synonyms` or `synonyms_path` to be configured',
    );
  }
  const root = newNode();
  const options: RuleOptions = {
    chain,
    expand: settings.boolean('expand', true),
    lenient: settings.boolean('lenient', false),
  };
  // As in OpenSearch, a rule of the settings may hold several lines.
  const lines = rules
    .flatMap((rule) => rule.split(/\r\n|\r|\n/))
    .filter((line) => !line.startsWith('#'));
  if (settings.string('format')?.toLowerCase() === 'wordnet') addWordNet(root, lines, options);
  else for (const line of lines) addRule(root, line, options);
  return root;
}

function inRules(filter: TokenFilter): TokenFilter[] {
  if (filter.inRules === 'skipped') return [];
  if (filter.inRules !== 'refused') return [filter.inRules ?? filter];
  throw new ApiError(
    'illegal_argument_exception',
    `Token filter [${filter.name}] cannot be used to parse synonyms`,
  );
}

function addRule(root: SynonymNode, text: string, options: RuleOptions): void {
  const sides = splitUnescaped(text, '=>');
  if (sides.length > 2)
    throw invalidRule(text, 'more than one explicit mapping specified on the same line');
  const phrasesOf = (side: string) =>
    splitUnescaped(side, ',').map((phrase) =>
      analyzePhrase(javaTrim(phrase).replace(/\\(.)/g, '$1'), options),
    );
  if (sides.length < 2) {
    addSynonyms(root, phrasesOf(text), options);
    return;
  }
  const inputs = phrasesOf(sides[0] ?? '');
  const outputs = phrasesOf(sides[1] ?? '');
  checkPairs(inputs.length, outputs.length);
  for (const input of inputs) for (const output of outputs) add(root, input, output, false);
}

/**
 * Makes each phrase stand for all, or all for the first. If the first one is skipped, the others
 * stand for nothing.
 */
function addSynonyms(root: SynonymNode, phrases: readonly Phrase[], { expand }: RuleOptions): void {
  const [first] = phrases;
  checkPairs(phrases.length, expand ? phrases.length : 1);
  for (const [i, input] of phrases.entries()) {
    if (!expand) add(root, input, first, false);
    if (!expand) continue;
    for (const [j, output] of phrases.entries()) if (i !== j) add(root, input, output, true);
  }
}

/**
 * Adds Prolog facts of WordNet: `s(100000001,1,'word',v,1,0).`. The facts of one set of synonyms
 * share a number and follow each other.
 */
function addWordNet(root: SynonymNode, facts: readonly string[], options: RuleOptions): void {
  let set: Phrase[] = [];
  let last = '';
  for (const fact of facts) {
    const [, id = '', word] = /^..(.{9}).*?'(.*)'/s.exec(fact) ?? [];
    if (word === undefined) throw invalidRule(fact, 'not a fact of WordNet');
    if (id !== last) {
      addSet(root, set, options);
      set = [];
    }
    last = id;
    set.push(analyzePhrase(word.replaceAll("''", "'"), options));
  }
  addSet(root, set, options);
}

function addSet(root: SynonymNode, set: readonly Phrase[], options: RuleOptions): void {
  if (set.length > 1) addSynonyms(root, set, options);
}

/** Refuses a rule with too many pairs: each of its phrases stands for each other one. */
function checkPairs(phrases: number, others: number): void {
  checkWanted();
  if (phrases * others <= MAX_PAIRS) return;
  throw new ApiError(
    'illegal_argument_exception',
    `a rule of [${phrases}] synonyms stands for more than [${MAX_PAIRS}] pairs`,
  );
}

function add(root: SynonymNode, input: Phrase, output: Phrase, keeps: boolean): void {
  if (input === undefined || output === undefined) return;
  let node = root;
  for (const word of input) {
    let next = node.next.get(word);
    if (!next) {
      next = newNode();
      node.next.set(word, next);
    }
    node = next;
  }
  const text = output.join('\0');
  if (!node.known.has(text)) {
    node.known.add(text);
    node.outputs.push(output);
  }
  if (keeps) node.keepsOriginal = true;
}

function analyzePhrase(text: string, { chain, lenient }: RuleOptions): Phrase {
  const words = analyzed(chain, text);
  const isPlain = words.every((word) => word.positionIncrement === 1 && word.term !== '');
  if (words.length > 0 && isPlain) return words.map((word) => word.term);
  if (lenient) return undefined;
  throw invalidRule(text, `term: ${text} ${whyRefused(words)}`);
}

function whyRefused(words: readonly Token[]): string {
  if (words.length === 0) return 'was completely eliminated by analyzer';
  if (words.some((word) => word.term === '')) return 'analyzed to a zero-length token';
  return 'analyzed to a token with position increment != 1';
}

/** Analyzes a text; faults of the chain are reported as faults of the rules. */
function analyzed(chain: FilterChain, text: string): readonly Token[] {
  try {
    return runChain(chain, text).tokens;
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    throw new ApiError('illegal_argument_exception', 'Failed to build synonyms', { cause: thrown });
  }
}

/** The non-empty pieces of a text. */
function splitUnescaped(text: string, separator: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (let at = 0; at < text.length; at++) {
    if (text.charAt(at) === '\\') {
      piece += text.slice(at, at + 2);
      at++;
    } else if (text.startsWith(separator, at)) {
      if (piece !== '') pieces.push(piece);
      piece = '';
      at += separator.length - 1;
    } else {
      piece += text.charAt(at);
    }
  }
  if (piece !== '') pieces.push(piece);
  return pieces;
}

function invalidRule(rule: string, why: string): ApiError {
  const cause = new ApiError(
    'illegal_argument_exception',
    `Invalid synonym rule [${rule.trim()}]: ${why}`,
  );
  return new ApiError('illegal_argument_exception', 'Failed to build synonyms', { cause });
}

/** Checks the settings that are read before any rule. */
export function checkSynonymSettings(settings: ComponentSettings): void {
  for (const name of ['expand', 'lenient', 'updateable']) settings.boolean(name, false);
}
