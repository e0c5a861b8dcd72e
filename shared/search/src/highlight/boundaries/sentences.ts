/**
 * Finds the ends of sentences as Java's BreakIterator does, by which OpenSearch cuts its passages;
 * `Intl.Segmenter` has other rules. A state machine of eleven states, derived from Java's answers
 * (JDK 17), reads each sentence once. `!` and `?` end a sentence whatever follows. A full stop ends
 * one if the text behind it looks like the beginning of a sentence, so the machine notes the
 * possible end and reads on until it knows. If it never knows, the sentence ends before the full
 * stops.
 */
import { lazy } from '@skein/base';
import { allBoundaries, DONE } from './boundaries.js';
import { characters, isSurrogate, widthAt } from './characters.js';

/**
 * Kinds of characters, as columns below: letter, small letter, digit, comma, full stop, `!` and
 * `?`, quote, closing and opening punctuation, any other sign, danda, space, paragraph separator. A
 * mark belongs to the character that it stands on.
 */
const COLUMNS = 'Aa1,.!")(-dsp';
const MARK = COLUMNS.length + 1;

const STATES = 'TDQSWOLEFHP';
const NEXT = [
  /*Aa1,.!")(-dsp*/
  'TTTTDETTTTHTP', // T: inside the sentence
  'TTTTDEQDOOOSP', // D: full stops, and what closes behind them
  '>>TTDEQDLLLSP', // Q: a quote behind full stops
  '>TTTDEOTOOOWP', // S: one space behind full stops
  '>>TTDELTLLLWP', // W: more spaces
  '>>TTDEOTOOOTP', // O: a sign after that, which may begin a sentence
  '>>||||O|OOO||', // L: a sign behind a quote or several spaces
  '||||EEEE|||FP', // E: `!` or `?`, and what closes behind them
  '|||||||||||FP', // F: spaces after that
  '|||||||||||H|', // H: a danda, and spaces
  '|||||||||||||', // P: a paragraph separator
];
/** The sentence ends at the place that was noted last. */
const AS_NOTED = '>';

const TEXT = STATES.indexOf('T');
const STOPS = STATES.indexOf('D');
/**
 * States from STOPS to here note a possible end; later states only read on. In TEXT and from SURE
 * on, the sentence extends at least to the current character.
 */
const NOTES = STATES.indexOf('W');
const SURE = STATES.indexOf('E');
const ENDS_AS_NOTED = STATES.length;
const ENDS = STATES.length + 1;

/** The next state for each state and kind, `MARK + 1` entries in a row. */
const TABLE = Uint8Array.from(NEXT.flatMap((row) => [0, ...Array.from(row, stateOf), 0]));

function stateOf(letter: string): number {
  const state = STATES.indexOf(letter);
  if (state >= 0) return state;
  return letter === AS_NOTED ? ENDS_AS_NOTED : ENDS;
}

const SENTENCE_CHARACTERS = characters(kindOf);

/** Offsets where sentences begin, and the length of the text. */
export function sentenceBoundaries(text: string): Int32Array {
  const sentences = new Sentences(text);
  return allBoundaries(text, (start) => sentences.endFrom(start));
}

/** The last boundary before the end of the text; DONE if there is none. */
export function lastSentence(text: string): number {
  if (text === '') return DONE;
  const sentences = new Sentences(text);
  let at = knownBoundary(text);
  for (let next = at; next < text.length; next = sentences.endFrom(next)) at = next;
  return at;
}

/** The first boundary behind the beginning of the text; DONE if there is none. */
export function firstSentence(text: string): number {
  return text === '' ? DONE : new Sentences(text).endFrom(0);
}

/** A number of a state or an end for each state and kind. */
function nextOf(state: number, kind: number): number {
  return TABLE[state * (MARK + 1) + kind] ?? ENDS;
}

/**
 * The kinds of three characters in a row before the last of which stands a boundary whatever the
 * text before them, so that no search has to begin at the start of the text. Two of them: a letter,
 * an exclamation mark, a letter; and a full stop, a space, a letter.
 */
const CUTS = lazy(() => {
  const kinds = Array.from({ length: COLUMNS.length }, (_, i) => i + 1);
  const states = Array.from({ length: STATES.length }, (_, state) => state);
  const reached = (from: Iterable<number>, kind: number) =>
    new Set([...from].map((state) => nextOf(state, kind)));
  const cuts = new Set<number>();
  for (const first of kinds) {
    const begun = reached(states, first);
    for (const second of kinds) {
      const from = [...begun].filter((state) => state < ENDS_AS_NOTED);
      const isAnew = from.some((state) => nextOf(state, second) >= ENDS_AS_NOTED);
      const last = [...reached(isAnew ? [...from, TEXT] : from, second)];
      const open = last.filter((state) => state < ENDS_AS_NOTED);
      for (const third of kinds) {
        if (open.every((state) => endsBefore(state, third)))
          cuts.add(tripleOf(first, second, third));
      }
    }
  }
  return cuts;
});

/** True if a sentence in this state ends right before a character of the kind. */
function endsBefore(state: number, kind: number): boolean {
  const next = nextOf(state, kind);
  if (next === ENDS) return isSure(state);
  return next === ENDS_AS_NOTED && state >= STOPS && state <= NOTES;
}

function tripleOf(first: number, second: number, third: number): number {
  return (first * MARK + second) * MARK + third;
}

/** The last boundary that is one whatever the text before it; 0 if there is none. */
function knownBoundary(text: string): number {
  const cuts = CUTS();
  for (let at = text.length - 1; at > 1; at--) {
    const [first, second, third] = [kindAt(text, at - 2), kindAt(text, at - 1), kindAt(text, at)];
    if (first === MARK || second === MARK || third === MARK) continue;
    if (cuts.has(tripleOf(first, second, third))) return at;
  }
  return 0;
}

/** The kind of the character of one unit; that of a mark for half a pair. */
function kindAt(text: string, offset: number): number {
  return isSurrogate(text.charCodeAt(offset)) ? MARK : SENTENCE_CHARACTERS.at(text, offset);
}

/** The sentences of one text. */
class Sentences {
  readonly #text: string;
  /**
   * The range of full stops that are known to end nothing. Without it, a text of many full stops
   * before many signs would be read to its end for each full stop.
   */
  #idleFrom = 0;
  #idleTo = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The end of the sentence that begins at `start`. */
  endFrom(start: number): number {
    const text = this.#text;
    let state = TEXT;
    let sure = start + widthAt(text, start);
    let noted = -1;
    let stops = -1;
    for (let at = start; at < text.length; ) {
      if (state === TEXT) {
        at = nextStop(text, at);
        if (at > start) sure = at;
        if (at === text.length) break;
      }
      const kind = SENTENCE_CHARACTERS.at(text, at);
      if (kind !== MARK) {
        const next = nextOf(state, kind);
        if (next === ENDS_AS_NOTED) return noted;
        if (next === ENDS) return isSure(state) ? sure : this.#idle(stops, at, sure);
        if (next === STOPS && state === TEXT) {
          if (at >= this.#idleFrom && at < this.#idleTo) return sure;
          stops = at;
        }
        state = next;
      }
      at += widthAt(text, at);
      if (isSure(state)) sure = at;
      else if (state <= NOTES) noted = at;
    }
    if (isSure(state) || noted === text.length) return text.length;
    return this.#idle(stops, text.length, sure);
  }

  #idle(from: number, to: number, end: number): number {
    this.#idleFrom = from;
    this.#idleTo = to;
    return end;
  }
}

/** Matches characters that may end a sentence, so that all others are skipped. */
const STOPPING = /[.!?\uff0e\u3002\uff01\uff1f\u0964\u0965\u2029]/g;

function nextStop(text: string, from: number): number {
  STOPPING.lastIndex = from;
  return STOPPING.exec(text)?.index ?? text.length;
}

function isSure(state: number): boolean {
  return state === TEXT || state >= SURE;
}

/** The kinds by their members; the first match counts, and any other character is a sign. */
const MEMBERS: readonly (readonly [kind: string, members: RegExp])[] = [
  ['p', /\u2029/],
  ['d', /[\u0964\u0965]/],
  ['.', /[.\uff0e]/],
  ['!', /[!?\u3002\uff01\uff1f]/],
  ['"', /["']/],
  [',', /,/],
  ['s', /[\t\n\f\r\u2028\p{Zs}]/u],
  [')', /[\p{Pe}\p{Pf}]/u],
  ['(', /[\p{Ps}\p{Pi}]/u],
  ['1', /\p{N}/u],
  ['a', /\p{Ll}/u],
  ['A', /\p{L}/u],
];

function kindOf(character: string): number {
  if (/[\p{Mn}\p{Me}\p{Cf}]/u.test(character)) return MARK;
  const kind = MEMBERS.find(([, members]) => members.test(character))?.[0] ?? '-';
  return 1 + COLUMNS.indexOf(kind);
}
