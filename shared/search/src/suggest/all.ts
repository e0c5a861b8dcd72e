/** Every suggester, one on each line. */
import { completion } from './completion/completion.js';
import { phrase } from './phrase/phrase.js';
import type { Suggester } from './suggester.js';
import { term } from './term/term.js';

export const ALL_SUGGESTERS: readonly Suggester[] = [term, phrase, completion];
