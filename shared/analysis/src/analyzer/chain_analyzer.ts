/**
 * An analyzer made of links. A tokenizer that can fold case itself takes over a `lowercase` filter
 * that follows it directly.
 */
import type { AnalyzedText, Analyzer } from '../analyzer.js';
import type { FilterChain } from '../build/registry.js';
import { attributesOf, type CharFilter } from '../component.js';
import { newBatch, newToken } from '../token.js';
import { composed, RewritingSink } from './rewriting_sink.js';

const POSITION_INCREMENT_GAP = 100;

export function chainAnalyzer(
  name: string,
  chain: FilterChain,
  positionIncrementGap: number = POSITION_INCREMENT_GAP,
): Analyzer {
  const folds = chain.tokenizer.lowercased !== undefined && chain.filters[0]?.lowercases === true;
  const tokenizer = folds ? (chain.tokenizer.lowercased ?? chain.tokenizer) : chain.tokenizer;
  const filters = folds ? chain.filters.slice(1) : chain.filters;
  const fused = { charFilters: chain.charFilters, tokenizer, filters };
  const searchOnly = chain.filters.filter((filter) => filter.searchOnly === true);
  return {
    name,
    positionIncrementGap,
    ...(searchOnly.length === 0 ? {} : { searchOnly: searchOnly.map((filter) => filter.name) }),
    offsetGap: 1,
    forbidsGraphs: chain.filters.some((filter) => filter.forbidsGraphs === true),
    shingles: chain.filters.find(({ shingles }) => shingles !== undefined)?.shingles,
    attributes: attributesOf(chain.filters),
    normalize: throughLinks(onCharacters(chain)),
    analyze: (text) => runChain(fused, text),
    feed: feedOf(fused) ?? feedRewritten(chain),
    feedAscii: feedAsciiOf(fused),
    finder: finderOf(fused),
  };
}

/** The char filters and filters of the chain that work on single characters. */
function onCharacters({ charFilters, filters }: FilterChain): Links {
  return {
    charFilters: charFilters.filter(({ charLevel }) => charLevel === true),
    filters: filters.filter(({ charLevel }) => charLevel === true),
  };
}

type Links = Pick<FilterChain, 'charFilters' | 'filters'>;

/** Returns a function that passes a text through all of the links as one word. */
export function throughLinks({ charFilters, filters }: Links): (text: string) => string {
  const [only] = filters;
  const rewrite = charFilters.length === 0 && filters.length === 1 ? only?.rewrite : undefined;
  if (rewrite) return (text) => rewrite(text) ?? '';
  return (text) => {
    const filtered = charFilters.length === 0 ? text : applyCharFilters(charFilters, text).text;
    const batch = newBatch([newToken(filtered, 0, filtered.length, 'word')], filtered.length);
    for (const filter of filters) filter.apply(batch);
    return batch.tokens[0]?.term ?? filtered;
  };
}

/** Feeds the tokenizer's terms to the sink unchanged; `undefined` when the chain has filters. */
function feedOf({ charFilters, tokenizer, filters }: FilterChain): Analyzer['feed'] {
  const { feed } = tokenizer;
  if (feed === undefined || charFilters.length > 0 || filters.length > 0) return undefined;
  return (text, sink) => {
    feed(text, sink);
    return 0;
  };
}

function feedAsciiOf({ charFilters, tokenizer, filters }: FilterChain): Analyzer['feedAscii'] {
  const { feedAscii } = tokenizer;
  if (feedAscii === undefined || charFilters.length > 0 || filters.length > 0) return undefined;
  return (bytes, start, end, sink) => {
    feedAscii(bytes, start, end, sink);
    return 0;
  };
}

function finderOf({ charFilters, tokenizer, filters }: FilterChain): Analyzer['finder'] {
  return charFilters.length > 0 || filters.length > 0 ? undefined : tokenizer.finder;
}

/** Feeds terms through filters that depend on nothing but the term. */
function feedRewritten({ charFilters, tokenizer, filters }: FilterChain): Analyzer['feed'] {
  const { feed } = tokenizer;
  if (feed === undefined || charFilters.length > 0) return undefined;
  const rewrites = filters.map((filter) => filter.rewrite);
  if (!rewrites.every((rewrite) => rewrite !== undefined)) return undefined;
  const rewrite = composed(rewrites);
  return (text, sink) => {
    const rewriting = new RewritingSink(text, rewrite, sink);
    feed(text, rewriting);
    return rewriting.skipped;
  };
}

export function runChain(chain: FilterChain, text: string): AnalyzedText {
  const filtered = applyCharFilters(chain.charFilters, text);
  const batch = chain.tokenizer.tokenize(filtered.text);
  if (chain.charFilters.length > 0) {
    for (const token of batch.tokens) {
      token.startOffset = filtered.correct(token.startOffset);
      token.endOffset = filtered.correct(token.endOffset);
    }
    batch.finalOffset = text.length;
  }
  for (const filter of chain.filters) filter.apply(batch);
  return batch;
}

export function applyCharFilters(
  charFilters: readonly CharFilter[],
  text: string,
): { text: string; correct: (offset: number) => number } {
  let current = text;
  const corrections: ((offset: number) => number)[] = [];
  for (const filter of charFilters) {
    const filtered = filter.apply(current);
    current = filtered.text;
    corrections.push((offset) => filtered.correct(offset));
  }
  const correct = (offset: number) => {
    const original = corrections.reduceRight((at, step) => step(at), offset);
    return Math.max(0, Math.min(original, text.length));
  };
  return { text: current, correct };
}
