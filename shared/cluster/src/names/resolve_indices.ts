/**
 * Resolves index expressions to indices: names, aliases, `_all`, wildcards, exclusions (`-name`
 * after a wildcard), date math (`<logs-{now/d}>`). Follows OpenSearch rule by rule, odd ones
 * included: with a single expression `allow_no_indices` decides if a missing alias target fails,
 * with several `ignore_unavailable` does.
 */

import { simpleMatch } from '@skein/base';
import { resolveDateMathName } from '@skein/dates';
import { ApiError } from '@skein/errors';
import type { ClusterState } from '../state/cluster_state.js';
import { type IndexMetadata, indexNotFound } from '../state/index_metadata.js';
import { type IndexLookup, indexLookup, type NamedTarget } from './index_lookup.js';
import type { IndicesOptions } from './indices_options.js';
import { invalidIndexName } from './name_rules.js';

export interface ResolvedIndices {
  /** Concrete index names, each once, in the order named; wildcards in name order. */
  readonly indices: readonly string[];
  /**
   * Names after the expansion of wildcards, with aliases and data streams unresolved. They decide
   * which filters and routing apply.
   */
  readonly expressions: ReadonlySet<string>;
}

/** Concrete index names of an expression list; an empty list means all. */
export function resolveIndices(
  state: ClusterState,
  expressions: readonly string[],
  options: IndicesOptions,
  nowMs: number,
): readonly string[] {
  return resolveExpressions(state, expressions, options, nowMs).indices;
}

export function resolveExpressions(
  state: ClusterState,
  expressions: readonly string[],
  options: IndicesOptions,
  nowMs: number,
): ResolvedIndices {
  const lookup = indexLookup(state);
  const given = expressions
    .flatMap((text) => splitExpression(text))
    .map((text) => dateMath(text, nowMs));
  const asked = isAll(given) ? ['_all'] : given;
  const single = openIndex(lookup, asked);
  if (single !== undefined) return { indices: [single], expressions: new Set([single]) };
  const names = expandNames(lookup, asked, { options, keepAliases: false });
  const resolver = new ConcreteIndices(lookup, options, asked.length === 1);
  for (const name of names) resolver.add(name);
  if (resolver.indices.size === 0 && !options.allowNoIndices) throw indexNotFound(asked.join(','));
  const kept = expandNames(lookup, asked, { options, keepAliases: true });
  return { indices: [...resolver.indices], expressions: new Set(kept.map(({ name }) => name)) };
}

/** Fast path: the usual request names one open index, and none of the rules below applies to it. */
function openIndex(lookup: IndexLookup, expressions: readonly string[]): string | undefined {
  const [name] = expressions;
  if (expressions.length !== 1 || name === undefined) return undefined;
  const target = lookup.get(name);
  return target?.kind === 'index' && target.indices[0].state === 'open' ? name : undefined;
}

/**
 * Splits a comma-separated expression, except at commas inside angle brackets:
 * `a,b,<c-{now/d{yyyy,MM}}>`.
 */
export function splitExpression(text: string): string[] {
  if (!text.includes(',')) return text === '' ? [] : [text];
  const parts: string[] = [];
  let current = '';
  let inside = false;
  for (const character of text) {
    if (character === '<') inside = true;
    else if (character === '>') inside = false;
    if (character === ',' && !inside) {
      parts.push(current);
      current = '';
    } else {
      current += character;
    }
  }
  parts.push(current);
  return parts.filter((part) => part !== '');
}

/**
 * Resolves `<logs-{now/d}>` (also with a leading `-`) to today's name; returns any other text
 * unchanged.
 */
function dateMath(expression: string, nowMs: number): string {
  if (expression.startsWith('<') && expression.endsWith('>'))
    return resolveDateMathName(expression, nowMs);
  if (expression.startsWith('-<') && expression.endsWith('>')) {
    return `-${resolveDateMathName(expression.slice(1), nowMs)}`;
  }
  return expression;
}

export function isAll(expressions: readonly string[]): boolean {
  return expressions.length === 0 || (expressions.length === 1 && expressions[0] === '_all');
}

interface ExpandedName {
  readonly name: string;
  /** True if the name came from a wildcard: members in the wrong state are skipped, not refused. */
  readonly expanded: boolean;
}

interface Expansion {
  readonly options: IndicesOptions;
  /**
   * True if wildcards give the matching aliases, not the indices behind them; exclusions then apply
   * to alias names too.
   */
  readonly keepAliases: boolean;
}

function expandNames(
  lookup: IndexLookup,
  expressions: readonly string[],
  expansion: Expansion,
): ExpandedName[] {
  const result = new Map<string, ExpandedName>();
  let wildcardSeen = false;
  for (const expression of expressions) {
    if (!lookup.has(expression)) checkExpression(expression);
    const excluded: boolean = wildcardSeen && expression.startsWith('-') && !lookup.has(expression);
    const pattern: string = excluded ? expression.slice(1) : expression;
    const isPattern: boolean = pattern === '_all' || pattern.includes('*');
    const names = isPattern
      ? matchNames(lookup, pattern, expansion)
      : [namedTarget(lookup, pattern, expansion.options)];
    for (const name of names) {
      if (excluded) result.delete(name);
      else if (!result.has(name)) result.set(name, { name, expanded: isPattern });
    }
    wildcardSeen ||= isPattern;
  }
  return [...result.values()];
}

function checkExpression(expression: string): void {
  if (expression.startsWith('_') && expression !== '_all') {
    throw invalidIndexName(expression, "must not start with '_'.");
  }
}

/**
 * A name without wildcards. Throws when it does not exist, unless unavailable names are ignored.
 */
function namedTarget(lookup: IndexLookup, name: string, options: IndicesOptions): string {
  const target = lookup.get(name);
  if (options.ignoreUnavailable) return name;
  if (!target || isIgnoredStream(target, options)) throw indexNotFound(name);
  if (target.kind === 'alias' && options.ignoreAliases) throw aliasNotSupported(name);
  return name;
}

function isIgnoredStream({ kind }: NamedTarget, { ignoreDataStreams }: IndicesOptions): boolean {
  return ignoreDataStreams && kind === 'data_stream';
}

function matchNames(
  lookup: IndexLookup,
  pattern: string,
  { options, keepAliases }: Expansion,
): string[] {
  const wanted = pattern === '_all' ? '*' : pattern;
  const matched = [...lookup.values()].filter(
    (target) =>
      simpleMatch(wanted, target.name) &&
      (target.kind !== 'alias' || !options.ignoreAliases) &&
      !isIgnoredStream(target, options),
  );
  if (matched.length === 0 && !options.allowNoIndices) throw indexNotFound(pattern);
  return matched
    .filter((target) => wanted !== '*' || target.kind !== 'alias')
    .filter((target) => isVisible(target, wanted, options))
    .flatMap((target) => {
      const members = target.indices.filter((index) => hasExpandedState(index, options));
      if (!keepAliases) return members.map((index) => index.name);
      return members.length > 0 || isKept(target, options) ? [target.name] : [];
    });
}

/** An alias or a data stream has no state that a wildcard could miss. */
function isKept({ kind }: NamedTarget, { expandOpen, expandClosed }: IndicesOptions): boolean {
  return kind !== 'index' && (expandOpen || expandClosed);
}

/**
 * True if a wildcard may match the target. Hidden targets need `hidden`, or a leading dot in both
 * the pattern and the name.
 */
function isVisible(target: NamedTarget, pattern: string, options: IndicesOptions): boolean {
  if (!target.hidden || options.expandHidden) return true;
  return pattern.startsWith('.') && target.name.startsWith('.');
}

function hasExpandedState(index: IndexMetadata, options: IndicesOptions): boolean {
  return index.state === 'open' ? options.expandOpen : options.expandClosed;
}

function aliasNotSupported(name: string): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    `The provided expression [${name}] matches an alias, specify the corresponding concrete indices instead.`,
  );
}

/** Collects the indices behind names. */
class ConcreteIndices {
  readonly indices = new Set<string>();
  private readonly failMissing: boolean;
  private readonly failClosed: boolean;
  private readonly lookup: IndexLookup;
  private readonly options: IndicesOptions;

  constructor(lookup: IndexLookup, options: IndicesOptions, single: boolean) {
    this.lookup = lookup;
    this.options = options;
    this.failMissing = single ? !options.allowNoIndices : !options.ignoreUnavailable;
    this.failClosed = options.forbidClosed && !options.ignoreUnavailable;
  }

  add({ name, expanded }: ExpandedName): void {
    const target = this.lookup.get(name);
    if (!target || isIgnoredStream(target, this.options)) {
      if (this.failMissing) throw indexNotFound(name);
      return;
    }
    if (target.kind === 'alias' && this.options.ignoreAliases) {
      if (this.failMissing) throw aliasNotSupported(name);
      return;
    }
    for (const index of target.indices) {
      if (!expanded || hasExpandedState(index, this.options)) this.addIndex(index);
    }
  }

  private addIndex(index: IndexMetadata): void {
    if (index.state === 'close' && this.options.forbidClosed) {
      if (this.failClosed) throw indexClosed(index);
      return;
    }
    this.indices.add(index.name);
  }
}

export function indexClosed(index: IndexMetadata): ApiError {
  return new ApiError('index_closed_exception', 'closed', {
    metadata: { index: index.name, index_uuid: index.uuid },
  });
}
