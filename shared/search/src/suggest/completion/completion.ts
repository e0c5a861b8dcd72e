/**
 * `completion`: finds inputs of documents that begin with the typed text, the heaviest first. Each
 * document is read where it is found, so that no second request to the shard is needed.
 */
import { utf8, utf8Decode } from '@skein/bytes';
import { encodeJson, float32, RawJson } from '@skein/content';
import type { CompletedField, CompletionContext } from '@skein/mapping';
import {
  type CompletionQuery,
  exactPrefixes,
  fuzzyPrefixes,
  type PrefixAutomaton,
  regexpPrefix,
  type TopCompletion,
  topCompletions,
} from '@skein/search_library';
import type { BoundSuggestion, Suggester, SuggestShard } from '../suggester.js';
import type { SuggestEntry, SuggestionRequest, SuggestOption } from '../suggestion.js';
import { illegal } from '../suggestion_options.js';
import { type CompletionOptions, DEFAULT_REGEX, parseCompletion } from './completion_options.js';
import { queriedContexts } from './queried_contexts.js';

/** The options that `parse` has read. */
function optionsOf({ own }: SuggestionRequest): CompletionOptions {
  return own as CompletionOptions;
}

export const completion: Suggester = {
  name: 'completion',
  parse: parseCompletion,
  bind: (suggestion, shard) => {
    const { completes, spec } = suggestion.mapped;
    if (completes === undefined) {
      throw illegal(`Field [${suggestion.field}] is not a completion suggest field`);
    }
    const query = { ...queryOf(suggestion, completes), field: spec.name };
    return {
      suggest: () => [entryOf(suggestion, found(query, suggestion, shard))],
      suggestNothing: () => [entryOf(suggestion, [])],
    };
  },
  reduce: (entries, suggestion) => {
    const options = entries.flatMap((entry) => entry.options).sort(compareOptions);
    const { skipDuplicates } = optionsOf(suggestion);
    return skipDuplicates ? distinct(options) : options;
  },
  render: (option) => new RawJson(optionJson(option)),
};

/** Orders equal options by shard, and by document within a shard: the sort is stable. */
function compareOptions(a: SuggestOption, b: SuggestOption): number {
  if (a.score !== b.score) return b.score - a.score;
  return a.text === b.text ? 0 : a.text < b.text ? -1 : 1;
}

function distinct(options: readonly SuggestOption[]): readonly SuggestOption[] {
  const seen = new Set<string>();
  return options.filter(({ text }) => {
    const isNew = !seen.has(text);
    seen.add(text);
    return isNew;
  });
}

/** An option as JSON; the members of its hit stand among its own. */
function optionJson({ text, score, hit, contexts }: SuggestOption): string {
  const shown = hit === undefined ? { score: float32(score) } : undefined;
  const head = utf8Decode(encodeJson({ text, ...shown })).slice(0, -1);
  const members = hit === undefined ? '' : `,${utf8Decode(hit).slice(1, -1)}`;
  const inside = contexts && utf8Decode(encodeJson({ contexts })).slice(1, -1);
  return `${head}${members}${inside === undefined ? '' : `,${inside}`}}`;
}

function queryOf(
  suggestion: BoundSuggestion,
  { contexts, paths }: CompletedField,
): Omit<CompletionQuery, 'field'> {
  const options = optionsOf(suggestion);
  if (contexts === undefined && options.contexts !== undefined) {
    throw illegal(`suggester [${suggestion.field}] doesn't expect any context`);
  }
  return {
    automaton: automatonOf(suggestion, paths),
    contexts: contexts && queriedContexts(options.contexts, contexts),
    size: suggestion.shardSize,
    skipDuplicates: options.skipDuplicates,
  };
}

function automatonOf(suggestion: BoundSuggestion, paths: CompletedField['paths']): PrefixAutomaton {
  const { typed, regex, text } = suggestion;
  const { fuzzy, regex: regexOptions = DEFAULT_REGEX } = optionsOf(suggestion);
  if (typed === undefined && regex !== undefined) {
    if (fuzzy !== undefined) throw illegal("can not use 'fuzzy' options with 'regex");
    return regexpPrefix(regex, { ...regexOptions, caseInsensitive: false });
  }
  const prefixes = paths(typed ?? text).map(utf8);
  return fuzzy === undefined ? exactPrefixes(prefixes) : fuzzyPrefixes(prefixes, fuzzy);
}

function entryOf({ text }: BoundSuggestion, options: readonly SuggestOption[]): SuggestEntry {
  return { text, offset: 0, length: text.length, options };
}

function found(
  query: CompletionQuery,
  { size, mapped }: BoundSuggestion,
  { searcher, hit }: SuggestShard,
): readonly SuggestOption[] {
  const { contexts } = mapped.completes ?? {};
  if (query.contexts?.length === 0) throw illegal('Missing mandatory contexts in context query');
  return topCompletions(searcher, query)
    .slice(0, size)
    .map((one) => ({
      text: one.surface,
      score: one.score,
      hit: hit(one.doc, one.score),
      ...(contexts === undefined ? {} : { contexts: namedContexts(one, contexts) }),
    }));
}

/**
 * The values of contexts by name. In keys, the number of a context's definition stands before its
 * value.
 */
function namedContexts(
  { contexts: met }: TopCompletion,
  contexts: readonly CompletionContext[],
): Readonly<Record<string, readonly string[]>> {
  const named = new Map<string, Set<string>>();
  for (const typed of met) {
    const { name } = contexts[typed.charCodeAt(0)] ?? {};
    if (name === undefined) continue;
    const values = named.get(name) ?? new Set();
    named.set(name, values.add(typed.slice(1)));
  }
  return Object.fromEntries([...named].map(([name, values]) => [name, [...values]]));
}
