/**
 * The filters `word_delimiter` and `word_delimiter_graph`: split words into parts and join parts
 * again, as a graph of positions.
 */
import { javaTrim } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { ComponentSettings } from '../build/component_settings.js';
import type { AnalysisOutside } from '../build/outside.js';
import { wordList } from '../build/word_files.js';
import type { TokenFilter } from '../component.js';
import { copyToken, tokenAt } from '../token.js';
import {
  ALPHA,
  CharacterKinds,
  DELIMITER,
  DIGIT,
  LOWER,
  type SplitOptions,
  splitWord,
  UPPER,
  type WordPart,
} from './word_parts.js';

interface DelimiterOptions extends SplitOptions {
  readonly wordParts: boolean;
  readonly numberParts: boolean;
  readonly catenateWords: boolean;
  readonly catenateNumbers: boolean;
  readonly catenateAll: boolean;
  readonly preserveOriginal: boolean;
  readonly protectedWords: ReadonlySet<string>;
  readonly adjustOffsets: boolean;
  readonly ignoreKeywords: boolean;
  /** False for the older filter, whose tokens all span one position. */
  readonly graph: boolean;
}

/** A piece of output that spans some of its word's part positions. */
interface Piece {
  readonly term: string;
  readonly from: number;
  readonly to: number;
  /** In the older filter: it stands at the position of the piece before it. */
  readonly isBeside: boolean;
  readonly start: number;
  readonly end: number;
}

export function wordDelimiterFilter(
  settings: ComponentSettings,
  outside: AnalysisOutside,
  graph: boolean,
): TokenFilter {
  const options: DelimiterOptions = {
    wordParts: settings.boolean('generate_word_parts', true),
    numberParts: settings.boolean('generate_number_parts', true),
    catenateWords: settings.boolean('catenate_words', false),
    catenateNumbers: settings.boolean('catenate_numbers', false),
    catenateAll: settings.boolean('catenate_all', false),
    preserveOriginal: settings.boolean('preserve_original', false),
    splitOnCaseChange: settings.boolean('split_on_case_change', true),
    splitOnNumerics: settings.boolean('split_on_numerics', true),
    stemPossessive: settings.boolean('stem_english_possessive', true),
    protectedWords: new Set(wordList(settings, 'protected_words', outside) ?? []),
    // As in OpenSearch, the older filter has neither of these two.
    adjustOffsets: !graph || settings.boolean('adjust_offsets', true),
    ignoreKeywords: graph && settings.boolean('ignore_keywords', false),
    kinds: new CharacterKinds(parseTypeTable(wordList(settings, 'type_table', outside) ?? [])),
    graph,
  };
  return {
    name: settings.name,
    attributes: ['keyword'],
    inRules: 'refused',
    apply: (batch) => {
      const tokens: Token[] = [];
      let pending = 0;
      for (const token of batch.tokens) {
        const { positionIncrement } = token;
        const before = tokens.length;
        pending = delimit(tokens, token, pending + positionIncrement, options);
        const swallowed = tokens.length === before && before > 0 && positionIncrement === 1;
        // The older filter leaves no hole for a word of nothing but delimiters, except before the
        // first word.
        if (swallowed && !options.graph && splitWord(token.term, options).length === 0) pending--;
      }
      batch.tokens = tokens;
    },
  };
}

/** Adds the tokens made from a token; returns the positions still to be added to the next one. */
function delimit(
  tokens: Token[],
  token: Token,
  pending: number,
  options: DelimiterOptions,
): number {
  const spared =
    options.protectedWords.has(token.term) || (options.ignoreKeywords && token.keyword);
  const parts = spared ? [] : splitWord(token.term, options);
  const whole = parts.length === 1 && parts[0]?.start === 0 && parts[0].end === token.term.length;
  if (spared || whole || (parts.length === 0 && options.preserveOriginal)) {
    token.positionIncrement = pending;
    tokens.push(token);
    return 0;
  }
  if (parts.length === 0) return pending;
  const isSingle = parts.length === 1;
  const { pieces, width } = piecesOf(token.term, parts, options);
  // Offsets can be cut only if the term still equals the text that it came from.
  const exact = options.adjustOffsets && token.endOffset - token.startOffset === token.term.length;
  if (!options.graph)
    return addBeside(tokens, token, pieces, { pending, exact, isSingle, options });
  let position = 0;
  let increment = pending;
  for (const piece of pieces) {
    const made = copyToken(token, piece.term, increment + piece.from - position);
    made.positionLength = piece.to - piece.from;
    if (exact) {
      // Offsets of a graph never go back, even if those of its input do.
      const least = tokens[tokens.length - 1]?.startOffset ?? 0;
      made.startOffset = Math.max(least, token.startOffset + piece.start);
      made.endOffset = Math.max(least, token.startOffset + piece.end);
    }
    position = piece.from;
    increment = 0;
    tokens.push(made);
  }
  return pieces.length === 0 ? pending : width - 1 - position;
}

interface Placing {
  readonly pending: number;
  /** True if the places of the pieces in the text are known. */
  readonly exact: boolean;
  /** True if the word has a single part. */
  readonly isSingle: boolean;
  readonly options: DelimiterOptions;
}

/**
 * Adds the tokens of the older filter. As in OpenSearch, each has the increment of its turn, but
 * they come in the order of the text: joined parts that begin before the first part that is a token
 * itself stand at the position of the word before.
 */
function addBeside(
  tokens: Token[],
  token: Token,
  pieces: readonly Piece[],
  { pending, exact, isSingle, options: { preserveOriginal } }: Placing,
): number {
  const made = pieces.map((piece, i) => {
    const first = preserveOriginal ? pending : Math.max(1, pending);
    const one = tokenAt(token, piece.term, i === 0 ? first : piece.isBeside ? 0 : 1);
    if (exact) {
      one.startOffset = token.startOffset + piece.start;
      one.endOffset = token.startOffset + piece.end;
    } else if (isSingle && token.startOffset + piece.start <= token.endOffset) {
      // The only part of a word begins behind the delimiters before it, even if the offsets belong
      // to another text.
      one.startOffset = token.startOffset + piece.start;
    }
    return one;
  });
  const original = preserveOriginal ? made.splice(0, 1) : [];
  made.sort((a, b) => a.startOffset - b.startOffset || b.positionIncrement - a.positionIncrement);
  const [first] = made;
  const isFirst = tokens.length === 0 && original.length === 0;
  if (isFirst && first?.positionIncrement === 0) first.positionIncrement = 1;
  for (const one of [...original, ...made]) tokens.push(one);
  return pieces.length === 0 ? pending : 0;
}

function piecesOf(
  term: string,
  parts: readonly WordPart[],
  options: DelimiterOptions,
): { pieces: Piece[]; width: number } {
  const pieces: Piece[] = [];
  let position = 0;
  let run: { parts: WordPart[]; from: number } | undefined;
  let lastRun = 0;
  // True if a piece was output since the kind of the joined parts changed.
  let hasOutput = false;
  const add = (piece: Omit<Piece, 'isBeside'>, isJoined: boolean) => {
    const isBeside = pieces.length === 0 ? options.preserveOriginal : isJoined && hasOutput;
    pieces.push({ ...piece, isBeside });
    hasOutput = true;
  };
  const generates = (kind: number) =>
    (options.wordParts && (kind & ALPHA) !== 0) || (options.numberParts && (kind & DIGIT) !== 0);
  const join = (joined: readonly WordPart[], from: number) => {
    const first = joined[0];
    if (joined.length === 1 && generates(first.kind)) return;
    if (from === position) position++;
    const text = joined.map((part) => term.slice(part.start, part.end)).join('');
    const end = joined[joined.length - 1].end;
    add({ term: text, from, to: position, start: first.start, end }, true);
  };
  const closeRun = () => {
    if (!run) return;
    lastRun = run.parts.length;
    join(run.parts, run.from);
    run = undefined;
  };
  const isSingle = parts.length === 1;
  for (const part of parts) {
    if (run && ((run.parts[0]?.kind ?? 0) & part.kind) === 0) {
      closeRun();
      hasOutput = false;
    }
    const catenates =
      (options.catenateWords && (part.kind & ALPHA) !== 0) ||
      (options.catenateNumbers && (part.kind & DIGIT) !== 0);
    if (catenates && !isSingle) {
      run ??= { parts: [], from: position };
      run.parts.push(part);
    }
    // A lone part is output whichever kinds the settings ask for.
    if (!isSingle && !generates(part.kind)) continue;
    const text = term.slice(part.start, part.end);
    const { start, end } = part;
    add({ term: text, from: position, to: position + 1, start, end }, false);
    position++;
  }
  closeRun();
  if (options.catenateAll && !isSingle && parts.length > lastRun) join(parts, 0);
  if (options.preserveOriginal) {
    if (position === 0) position++;
    const end = term.length;
    pieces.unshift({ term, from: 0, to: position, start: 0, end, isBeside: false });
  }
  if (!options.graph) return { pieces, width: position };
  return { pieces: pieces.sort(inGraph), width: position };
}

/** Longer paths come first; of two equal ones the one that begins first, or ends last. */
const inGraph = (a: Piece, b: Piece): number =>
  a.from - b.from || b.to - a.to || a.start - b.start || b.end - a.end;

const TYPE_NAMES: Readonly<Record<string, number>> = {
  LOWER,
  UPPER,
  ALPHA,
  DIGIT,
  ALPHANUM: ALPHA | DIGIT,
  SUBWORD_DELIM: DELIMITER,
};

function parseTypeTable(rules: readonly string[]): Map<string, number> {
  const table = new Map<string, number>();
  for (const [index, rule] of rules.entries()) {
    const invalid = (why: string) =>
      new ApiError(
        'runtime_exception',
        `Line [${index + 1}]: Invalid mapping rule: [${rule}]${why}`,
      );
    const match = /^(.*)\s*=>\s*(.*)\s*$/s.exec(rule);
    if (!match) throw invalid('');
    const character = unescaped(javaTrim(match[1] ?? ''), index);
    const name = javaTrim(match[2] ?? '');
    const kind = Object.hasOwn(TYPE_NAMES, name) ? TYPE_NAMES[name] : undefined;
    if (character.length !== 1) throw invalid('. Only a single character is allowed.');
    if (kind === undefined) throw invalid('. Illegal type.');
    table.set(character, kind);
  }
  return table;
}

const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Replaces escapes: `\t` and its like, `\u0041`, and a backslash before any other character. */
function unescaped(text: string, index: number): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|(u)|(.?))/gs,
    (_all, hex?: string, u?: string, sign = '') => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (u !== undefined || sign === '') {
        const reason = `Line [${index + 1}]: Invalid escaped char in [${text}]`;
        throw new ApiError('runtime_exception', reason);
      }
      return ESCAPES[sign] ?? sign;
    },
  );
}
