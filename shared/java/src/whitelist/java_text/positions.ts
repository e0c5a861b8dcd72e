/** java.text's positions. */
import type { ClassTable } from '../../class_table.js';
import { FieldPosition, ParsePosition } from '../../text/text_positions.js';
import type { Value } from '../../values/value.js';

export const textPositions: readonly ClassTable[] = [
  {
    name: 'java.text.ParsePosition',
    constructors: { '(int)': (index: number) => new ParsePosition(index) },
    methods: {
      'int getErrorIndex()': (self: ParsePosition) => self.errorIndex,
      'int getIndex()': (self: ParsePosition) => self.index,
      'void setErrorIndex(int)': (self: ParsePosition, index: number) => {
        self.errorIndex = index;
      },
      'void setIndex(int)': (self: ParsePosition, index: number) => {
        self.index = index;
      },
    },
  },
  {
    name: 'java.text.FieldPosition',
    constructors: {
      '(int)': (field: number) => new FieldPosition(field),
      '(Format.Field,int)': (attribute: Value, field: number) =>
        new FieldPosition(field, attribute),
    },
    methods: {
      'int getBeginIndex()': (self: FieldPosition) => self.begin,
      'int getEndIndex()': (self: FieldPosition) => self.end,
      'int getField()': (self: FieldPosition) => self.field,
      'Format.Field getFieldAttribute()': (self: FieldPosition) => self.attribute,
      'void setBeginIndex(int)': (self: FieldPosition, index: number) => {
        self.begin = index;
      },
      'void setEndIndex(int)': (self: FieldPosition, index: number) => {
        self.end = index;
      },
    },
  },
  { name: 'java.text.AttributedCharacterIterator$Attribute', methods: {} },
  {
    name: 'java.text.Format$Field',
    supers: ['java.text.AttributedCharacterIterator$Attribute'],
    methods: {},
  },
];
