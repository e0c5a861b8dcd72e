/**
 * Synonym rules in Solr's form: `a, b => c, d` replaces, `a, b, c` are each other's synonyms (or all the first, without `expand`).
 * Every phrase is analyzed with the chain before the filter and kept in a tree of words.
 */
import { ApiError } from '@skein/errors';
import { runChain } from '../analyzer/chain_analyzer.js';
import type { ComponentSettings } from '../build/component_settings.js';
import type { FilterChain } from '../build/registry.js';
import { refusePath } from './stop_words.js';

export interface SynonymNode {
  readonly next: Map<string, SynonymNode>;
  /** Phrases that stand for the words so far. */
  readonly outputs: string[][];
  keepsOriginal: boolean;
}

export function newNode(): SynonymNode {
  return { next: new Map(), outputs: [], keepsOriginal: false };
}

export function parseSynonyms(settings: ComponentSettings, chain: FilterChain): SynonymNode {
  refusePath(settings, 'synonyms_path');
  const format = settings.string('format') ?? 'solr';
  if (format !== 'solr' && format !== '') {
    throw new ApiError('illegal_argument_exception', `synonym format [${format}] is not supported`);
  }
  const rules = settings.list('synonyms');
  if (rules === undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      'synonym requires either `synonyms` or `synonyms_path` to be configured',
    );
  }
  const root = newNode();
  const rule = {
    expand: settings.boolean('expand', true),
    lenient: settings.boolean('lenient', false),
  };
  for (const text of rules) {
    if (text.trim() !== '' && !text.startsWith('#')) addRule(root, text, chain, rule);
  }
  return root;
}

function addRule(
  root: SynonymNode,
  text: string,
  chain: FilterChain,
  rule: { readonly expand: boolean; readonly lenient: boolean },
): void {
  const sides = splitUnescaped(text, '=>');
  if (sides.length > 2)
    throw invalidRule(text, 'more than one explicit mapping specified on the same line');
  const phrasesOf = (side: string) =>
    splitUnescaped(side, ',')
      .map((phrase) => analyzePhrase(phrase, chain, rule.lenient))
      .filter((words) => words !== undefined);
  const inputs = phrasesOf(sides[0] ?? '');
  if (sides.length === 2) {
    const outputs = phrasesOf(sides[1] ?? '');
    for (const input of inputs) for (const output of outputs) add(root, input, output, false);
  } else if (rule.expand) {
    for (const input of inputs) {
      for (const output of inputs) if (input !== output) add(root, input, output, true);
    }
  } else {
    for (const input of inputs) if (inputs[0]) add(root, input, inputs[0], false);
  }
}

function add(root: SynonymNode, input: readonly string[], output: string[], keeps: boolean): void {
  let node = root;
  for (const word of input) {
    let next = node.next.get(word);
    if (!next) {
      next = newNode();
      node.next.set(word, next);
    }
    node = next;
  }
  const isNew = !node.outputs.some((known) => known.join('\0') === output.join('\0'));
  if (isNew) node.outputs.push(output);
  if (keeps) node.keepsOriginal = true;
}

/** `undefined`: a phrase of nothing but stop words, which a lenient filter leaves out. */
function analyzePhrase(phrase: string, chain: FilterChain, lenient: boolean): string[] | undefined {
  const text = phrase.trim().replace(/\\(.)/g, '$1');
  const filters = chain.filters.filter((filter) => !filter.skippedInRules);
  const words = runChain({ ...chain, filters }, text).tokens;
  if (words.length > 0 && words.every((word) => word.positionIncrement === 1)) {
    return words.map((word) => word.term);
  }
  if (lenient) return undefined;
  const why =
    words.length === 0
      ? 'was completely eliminated by analyzer'
      : 'analyzed to a token with position increment != 1';
  throw invalidRule(phrase, `term: ${text} ${why}`);
}

function splitUnescaped(text: string, separator: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (let at = 0; at < text.length; at++) {
    if (text.charAt(at) === '\\') {
      piece += text.slice(at, at + 2);
      at++;
    } else if (text.startsWith(separator, at)) {
      pieces.push(piece);
      piece = '';
      at += separator.length - 1;
    } else {
      piece += text.charAt(at);
    }
  }
  pieces.push(piece);
  return pieces;
}

function invalidRule(rule: string, why: string): ApiError {
  const cause = new ApiError(
    'illegal_argument_exception',
    `Invalid synonym rule [${rule.trim()}]: ${why}`,
  );
  return new ApiError('illegal_argument_exception', 'failed to build synonyms', { cause });
}
