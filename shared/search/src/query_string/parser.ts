/**
 * Parses Lucene's classic grammar by recursive descent. AND, OR and NOT are not operators with
 * precedence: they change whether the clauses beside them are required. This is kept: `a OR b AND
 * c` requires b and c.
 */
import { javaDouble, javaInteger } from '@skein/base';
import { ApiError } from '@skein/errors';
import { type Fuzziness, writtenFuzziness } from '../queries/fuzziness.js';
import { Lexer, type LexToken, RANGE, syntaxError, type TokenKind } from './lexer.js';
import {
  faultOfEscape,
  type SyntaxClause,
  type SyntaxGroup,
  type SyntaxNode,
  withoutEscapes,
} from './syntax.js';

export interface SyntaxOptions {
  readonly defaultOperator: 'and' | 'or';
  /** The limit for one group, and for the whole query. */
  readonly maxClauseCount: number;
}

/** The maximum nesting depth of groups. */
const MAX_DEPTH = 100;

interface State {
  readonly source: string;
  readonly tokens: Lexer;
  readonly options: SyntaxOptions;
  next: number;
  depth: number;
  leaves: number;
}

export function parseQueryString(source: string, options: SyntaxOptions): SyntaxGroup {
  const tokens = new Lexer(source);
  const state: State = { source, tokens, options, next: 0, depth: 0, leaves: 0 };
  const clauses = parseClauses(state, undefined);
  if (peek(state).kind !== 'end') throw unexpected(state);
  return { kind: 'group', ...clauses, boost: 1 };
}

const STARTS: ReadonlySet<TokenKind> = new Set([
  'not',
  'plus',
  'minus',
  'open',
  'word',
  'bare',
  'pattern',
  'quoted',
  'regexp',
  'range',
]);

function parseClauses(
  state: State,
  field: string | undefined,
): Pick<SyntaxGroup, 'clauses' | 'startsBare'> {
  const clauses: SyntaxClause[] = [];
  let startsBare = false;
  do {
    const conjunction = clauses.length > 0 ? takeConjunction(state) : 'none';
    const modifier = takeModifier(state);
    if (clauses.length === 0) startsBare = modifier === 'none';
    const node = parseClause(state, field, conjunction === 'none' && modifier === 'none');
    clauses.push(
      clauseOf(node, { conjunction, modifier, operator: state.options.defaultOperator }),
    );
    countClause(state, node, clauses.length);
  } while (STARTS.has(peek(state).kind) || isConjunction(peek(state).kind));
  return { clauses, startsBare };
}

/**
 * Checks the number of clauses during parsing: the rest of the text may contain a thousand times as
 * many.
 */
function countClause(state: State, node: SyntaxNode, count: number): void {
  const { maxClauseCount } = state.options;
  if (count > maxClauseCount) throw tooManyClauses(state.source, maxClauseCount);
  if (node.kind === 'group' || state.leaves++ <= maxClauseCount) return;
  throw new ApiError(
    'too_many_nested_clauses',
    `Query contains too many nested clauses; maxClauseCount is set to ${maxClauseCount}`,
  );
}

export function tooManyClauses(source: string, most: number): ApiError {
  const cause = new ApiError('too_many_clauses', `maxClauseCount is set to ${most}`);
  return syntaxError(source, 'too many boolean clauses', cause);
}

type Conjunction = 'and' | 'or' | 'none';
type Modifier = 'required' | 'prohibited' | 'none';

interface Joining {
  readonly conjunction: Conjunction;
  readonly modifier: Modifier;
  readonly operator: 'and' | 'or';
}

function clauseOf(node: SyntaxNode, { conjunction, modifier, operator }: Joining): SyntaxClause {
  const isOptional = conjunction === 'or' && operator === 'and';
  const before = conjunction === 'and' ? 'must' : isOptional ? 'should' : undefined;
  if (modifier === 'prohibited') return { occur: 'must_not', before, node };
  const required =
    operator === 'or'
      ? modifier === 'required' || conjunction === 'and'
      : modifier === 'required' || conjunction !== 'or';
  return { occur: required ? 'must' : 'should', before, node };
}

function isConjunction(kind: TokenKind): boolean {
  return kind === 'and' || kind === 'or';
}

function takeConjunction(state: State): Conjunction {
  const { kind } = peek(state);
  if (kind !== 'and' && kind !== 'or') return 'none';
  state.next++;
  return kind;
}

function takeModifier(state: State): Modifier {
  const { kind } = peek(state);
  if (kind === 'plus') {
    state.next++;
    return 'required';
  }
  if (kind === 'minus' || kind === 'not') {
    state.next++;
    return 'prohibited';
  }
  return 'none';
}

function parseClause(state: State, outer: string | undefined, mayJoinWords: boolean): SyntaxNode {
  const field = takeField(state) ?? outer;
  const token = peek(state);
  if (token.kind === 'open') return parseGroup(state, field);
  if (!STARTS.has(token.kind)) throw unexpected(state);
  state.next++;
  switch (token.kind) {
    case 'bare':
      return parseWords(state, token, { field, mayJoin: false });
    case 'word':
      return parseWords(state, token, { field, mayJoin: mayJoinWords && field === outer });
    case 'pattern':
      checkEscapes(state, token.text);
      return { kind: 'pattern', field, text: token.text, boost: takeEnding(state).boost };
    case 'quoted':
      return parsePhrase(state, token, field);
    case 'regexp': {
      checkEscapes(state, token.text);
      const text = token.text.slice(1, -1);
      return { kind: 'regexp', field, text, boost: takeEnding(state).boost };
    }
    case 'range':
      return parseRange(state, token, field);
    default:
      state.next--;
      throw unexpected(state);
  }
}

/** Parses `field:` before a clause. */
function takeField(state: State): string | undefined {
  const name = peek(state);
  const isName = name.kind === 'word' || name.kind === 'pattern';
  if (!isName || state.tokens.at(state.next + 1).kind !== 'colon') return undefined;
  state.next += 2;
  return unescaped(state, name.text);
}

function parseGroup(state: State, field: string | undefined): SyntaxNode {
  state.next++;
  if (++state.depth > MAX_DEPTH) throw syntaxError(state.source, 'too many nested groups');
  const clauses = parseClauses(state, field);
  if (peek(state).kind !== 'close') throw unexpected(state);
  state.next++;
  state.depth--;
  return { kind: 'group', ...clauses, boost: takeBoost(state) };
}

/** Consecutive words without operators form one text: they are analysed together. */
function parseWords(
  state: State,
  first: LexToken,
  place: { readonly field: string | undefined; readonly mayJoin: boolean },
): SyntaxNode {
  const { field } = place;
  const words = [unescaped(state, first.text)];
  while (place.mayJoin && isJoinable(state)) {
    words.push(unescaped(state, peek(state).text));
    state.next++;
  }
  const { boost, tilde } = takeEnding(state);
  const text = words.join(' ');
  if (tilde !== undefined) {
    return { kind: 'fuzzy', field, text, fuzziness: fuzzinessAfter(tilde), boost };
  }
  const range = comparison(text);
  if (range !== undefined) return { kind: 'range', field, text, ...range, boost };
  return { kind: 'words', field, text, inRow: words.length > 1, boost };
}

type Bounds = Pick<
  Extract<SyntaxNode, { kind: 'range' }>,
  'lower' | 'upper' | 'includeLower' | 'includeUpper'
>;

/**
 * The range of a text such as `>=10`; `undefined` for other texts. As in OpenSearch, the text of
 * several words counts as a whole, and a quoted sign is a sign too.
 */
function comparison(text: string): Bounds | undefined {
  const isLower = text.startsWith('>');
  if ((!isLower && !text.startsWith('<')) || text.length === 1) return undefined;
  const inclusive = text.length > 2 && text[1] === '=';
  const given = text.slice(inclusive ? 2 : 1);
  const limit = given === '*' ? undefined : given;
  return {
    lower: isLower ? limit : undefined,
    upper: isLower ? undefined : limit,
    includeLower: !isLower || inclusive,
    includeUpper: isLower || inclusive,
  };
}

/** Returns `undefined` for the tilde alone. */
function fuzzinessAfter(tilde: string): Fuzziness | undefined {
  return tilde === '' ? undefined : writtenFuzziness(tilde);
}

const AFTER_LONE_WORD: ReadonlySet<TokenKind> = new Set(['colon', 'tilde', 'boost', 'and', 'or']);

/**
 * True if the next token is a word that joins the words before it: nothing follows that word which
 * applies to it alone.
 */
function isJoinable(state: State): boolean {
  if (peek(state).kind !== 'word') return false;
  return !AFTER_LONE_WORD.has(state.tokens.at(state.next + 1).kind);
}

function parsePhrase(state: State, token: LexToken, field: string | undefined): SyntaxNode {
  const text = unescaped(state, token.text.slice(1, -1));
  const { boost, tilde = '' } = takeEnding(state);
  const slop = javaDouble(tilde);
  return { kind: 'phrase', field, text, slop: slop && javaInteger(slop), boost };
}

function parseRange(state: State, token: LexToken, field: string | undefined): SyntaxNode {
  const parts = RANGE.exec(token.text.slice(1, -1));
  if (!parts)
    throw syntaxError(
      state.source,
      `Encountered "${token.text}" at line 1, column ${token.start}.`,
    );
  return {
    kind: 'range',
    field,
    text: token.text,
    lower: bound(state, parts[1]),
    upper: bound(state, parts[2]),
    includeLower: token.text.startsWith('['),
    includeUpper: token.text.endsWith(']'),
    boost: takeBoost(state),
  };
}

/** `*` leaves the range open; quotes only protect special characters. */
function bound(state: State, text = '*'): string | undefined {
  if (text === '*') return undefined;
  return unescaped(state, text.startsWith('"') ? text.slice(1, -1) : text);
}

function unescaped(state: State, text: string): string {
  checkEscapes(state, text);
  return withoutEscapes(text);
}

function checkEscapes(state: State, text: string): void {
  const fault = faultOfEscape(text);
  if (fault !== undefined) throw syntaxError(state.source, fault);
}

interface Ending {
  readonly boost: number;
  /** The text after the tilde; `undefined` if there is no tilde. */
  readonly tilde: string | undefined;
}

/** Parses `~2^3` or `^3~2` after a word, a pattern or a quoted text. */
function takeEnding(state: State): Ending {
  const before = takeTilde(state);
  const boost = takeBoost(state);
  return { boost, tilde: before ?? takeTilde(state) };
}

function takeTilde(state: State): string | undefined {
  const token = peek(state);
  if (token.kind !== 'tilde') return undefined;
  state.next++;
  return token.text.slice(1);
}

function takeBoost(state: State): number {
  const token = peek(state);
  if (token.kind !== 'boost') return 1;
  if (token.text === '^') throw unexpected(state);
  state.next++;
  return Math.fround(Number(token.text.slice(1)));
}

function peek(state: State): LexToken {
  return state.tokens.at(state.next);
}

function unexpected(state: State) {
  const token = peek(state);
  return syntaxError(state.source, `Encountered "${token.text}" at line 1, column ${token.start}.`);
}
