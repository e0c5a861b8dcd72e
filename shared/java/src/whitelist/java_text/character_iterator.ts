/** java.text's character iterators. */
import type { ClassTable } from '../../class_table.js';
import { CharacterIterator, DONE } from '../../text/character_iterator.js';
import { notNull } from '../../values/throwable.js';

type I = CharacterIterator;

export const characterIterator: readonly ClassTable[] = [
  {
    name: 'java.text.CharacterIterator',
    constants: { 'char DONE': DONE },
    methods: {
      'def clone()': (self: I) => self.copy(),
      'char current()': (self: I) => self.current(),
      'char first()': (self: I) => self.first(),
      'int getBeginIndex()': (self: I) => self.begin,
      'int getEndIndex()': (self: I) => self.end,
      'int getIndex()': (self: I) => self.index,
      'char last()': (self: I) => self.last(),
      'char next()': (self: I) => self.next(),
      'char previous()': (self: I) => self.previous(),
      'char setIndex(int)': (self: I, index: number) => self.setIndex(index),
    },
  },
  {
    name: 'java.text.StringCharacterIterator',
    supers: ['java.text.CharacterIterator'],
    constructors: {
      '(String)': (text: string) => new CharacterIterator(notNull(text)),
      '(String,int)': (text: string, index: number) => new CharacterIterator(notNull(text), index),
      '(String,int,int,int)': (text: string, begin: number, end: number, index: number) =>
        new CharacterIterator(notNull(text), index, { begin, end }),
    },
    methods: {
      'void setText(String)': (self: I, text: string) => self.setText(notNull(text)),
    },
  },
];
