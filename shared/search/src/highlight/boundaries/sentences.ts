/**
 * Where sentences end, as Java's BreakIterator finds it, which OpenSearch cuts its passages with;
 * `Intl.Segmenter` has other rules. A machine of eleven states, learnt by asking Java (JDK 17),
 * reads each sentence once: `!` and `?` end one whatever follows; a full stop does when what
 * follows looks like the beginning of one, so the machine notes where it would end and goes on
 * until it knows. When it never knows, the sentence ends before the full stops.
 */
import { allBoundaries } from './boundaries.js';
import { characters, widthAt } from './characters.js';

/**
 * Kinds, as columns below: letter, small letter, digit, comma, full stop, `!` and `?`, quote,
 * closing and opening punctuation, any other sign, danda, space, paragraph separator. A mark
 * belongs to the character that it stands on.
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
/** The sentence ends where that was noted last. */
const AS_NOTED = '>';

const TEXT = STATES.indexOf('T');
const STOPS = STATES.indexOf('D');
/**
 * From STOPS to here the end is noted, after that the machine only reads; in TEXT and from SURE on
 * a sentence goes at least so far.
 */
const NOTES = STATES.indexOf('W');
const SURE = STATES.indexOf('E');
const ENDS_AS_NOTED = STATES.length;
const ENDS = STATES.length + 1;

/** What follows each state on each kind, `MARK + 1` a row. */
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

/** Sentences of one text. */
class Sentences {
  readonly #text: string;
  /**
   * Full stops in here are known to end nothing: without it, many of them before many signs would
   * read all signs for each stop.
   */
  #idleFrom = 0;
  #idleTo = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Where the sentence ends that begins here. */
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
        const next = TABLE[state * (MARK + 1) + kind] as number;
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

/** What ends nothing is not looked at one by one. */
const STOPPING = /[.!?\uff0e\u3002\uff01\uff1f\u0964\u0965\u2029]/g;

function nextStop(text: string, from: number): number {
  STOPPING.lastIndex = from;
  return STOPPING.exec(text)?.index ?? text.length;
}

function isSure(state: number): boolean {
  return state === TEXT || state >= SURE;
}

/** The first that a character is in; any other is a sign. */
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
