/**
 * The dictionary of Thai by which Java's `BreakIterator` cuts, as a trie. Copyright (C) 1982 The
 * Royal Institute, Thai Royal Government; Copyright (C) 1998 National Electronics and Computer
 * Technology Center, National Science and Technology Development Agency, Ministry of Science
 * Technology and Environment, Thai Royal Government. Permission is granted, free of charge, to any
 * person who obtains a copy, to use, copy, modify, merge, publish, distribute, sublicense and sell
 * it, provided that this notice is in all copies; it comes as it is, without warranty of any kind.
 *
 * Lists are sorted. Each word is written as a capital for the number of letters that it shares with
 * the word before (`A` is none), followed by its other letters, each as an ASCII character.
 */
import { WORDS_1 } from './words_1.js';
import { WORDS_2 } from './words_2.js';
import { WORDS_3 } from './words_3.js';
import { WORDS_4 } from './words_4.js';
import { WORDS_5 } from './words_5.js';
import { WORDS_6 } from './words_6.js';
import { WORDS_7 } from './words_7.js';

const LISTS = [WORDS_1, WORDS_2, WORDS_3, WORDS_4, WORDS_5, WORDS_6, WORDS_7];
/**
 * Written characters in the order of the letters from {@link FIRST_LETTER}; a space stands for a
 * letter that no word has.
 */
const WRITTEN = 'ab c defghijklmnopqrstuvwxyzUVWXYZ0123456789!#%&()*+,-./:;     <=>?@[]^_{|}~';
const FIRST_LETTER = 0x0e01;
const FIRST_LENGTH = 'A'.charCodeAt(0);

/** Node 0 is the root. No node has it as a child, so 0 also means "none". */
export interface ThaiWords {
  /** The first of a node's children; the others follow by `sibling`. */
  readonly child: Uint32Array;
  readonly sibling: Uint32Array;
  readonly letter: Uint16Array;
  readonly isWord: Uint8Array;
}

let known: ThaiWords | undefined;

/** The dictionary, unpacked on first use, which takes some milliseconds and 2 MB. */
export function thaiWords(): ThaiWords {
  known ??= unpack(LISTS.join(''));
  return known;
}

/** The node that a letter leads to; 0 when no word continues with it. */
export function nodeAfter(words: ThaiWords, node: number, letter: number): number {
  let next = words.child[node];
  while (next !== 0 && words.letter[next] !== letter) next = words.sibling[next];
  return next;
}

/** True when no word contains the character. */
export function isNoLetter(letter: number): boolean {
  const written = WRITTEN.charAt(letter - FIRST_LETTER);
  return written === '' || written === ' ';
}

function unpack(list: string): ThaiWords {
  const size = list.length + 1;
  const child = new Uint32Array(size);
  const sibling = new Uint32Array(size);
  const letter = new Uint16Array(size);
  const isWord = new Uint8Array(size);
  const letters = lettersByWritten();
  /** The nodes of the previous word, from the root. */
  const path = [0];
  let count = 1;
  for (const [, length = '', rest = ''] of list.matchAll(/([A-T])([^A-T]*)/g)) {
    const shared = length.charCodeAt(0) - FIRST_LENGTH + 1;
    // Words are in order: the first new node is the next sibling of the node where the previous
    // word went on.
    let before: number | undefined = path[shared];
    path.length = shared;
    for (let i = 0; i < rest.length; i++) {
      const node = count++;
      if (before === undefined) child[path[path.length - 1]] = node;
      else sibling[before] = node;
      before = undefined;
      letter[node] = letters[rest.charCodeAt(i)];
      path.push(node);
    }
    isWord[path[path.length - 1]] = 1;
  }
  return { child, sibling, letter, isWord };
}

function lettersByWritten(): Uint16Array {
  const letters = new Uint16Array(128);
  for (let i = 0; i < WRITTEN.length; i++) letters[WRITTEN.charCodeAt(i)] = FIRST_LETTER + i;
  return letters;
}
