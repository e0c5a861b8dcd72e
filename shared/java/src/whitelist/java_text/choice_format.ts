/** java.text.ChoiceFormat. */
import type { ClassTable } from '../../class_table.js';
import { JArray } from '../../containers/container_types.js';
import { ChoiceFormat } from '../../numbers/choice_format.js';
import { neighbour } from '../../numbers/strict_math.js';
import type { ParsePosition } from '../../text/text_positions.js';
import { illegalArgument, notNull } from '../../values/throwable.js';
import { JDouble } from '../../values/value.js';
import { parseAt } from './number_format.js';

type C = ChoiceFormat;

function choicesOf(limits: JArray, texts: JArray) {
  const { numbers } = notNull(limits);
  if (numbers.length !== notNull(texts).items.length) {
    throw illegalArgument('Input arrays must be of the same length.');
  }
  return numbers.map((limit, i) => ({ limit, text: texts.items[i] as string }));
}

export const choiceFormat: readonly ClassTable[] = [
  {
    name: 'java.text.ChoiceFormat',
    supers: ['java.text.NumberFormat'],
    constructors: {
      '(String)': (pattern: string) => ChoiceFormat.of(notNull(pattern)),
      '(double[],String[])': (limits: JArray, texts: JArray) =>
        new ChoiceFormat(choicesOf(limits, texts)),
    },
    statics: {
      'double nextDouble(double)': (value: number) => neighbour(value, true),
      'double nextDouble(double,boolean)': neighbour,
      'double previousDouble(double)': (value: number) => neighbour(value, false),
    },
    methods: {
      'void applyPattern(String)': (self: C, pattern: string) =>
        self.applyPattern(notNull(pattern)),
      'def[] getFormats()': (self: C) =>
        new JArray(
          'def',
          self.choices.map(({ text }) => text),
        ),
      'double[] getLimits()': (self: C) =>
        new JArray(
          'double',
          self.choices.map(({ limit }) => limit),
        ),
      // If nothing can be parsed, the result is NaN, not null as for other formats.
      'Number parse(String,ParsePosition)': (self: C, text: string, position: ParsePosition) =>
        parseAt(self, text, position) ?? new JDouble(Number.NaN),
      'void setChoices(double[],String[])': (self: C, limits: JArray, texts: JArray) => {
        self.choices = choicesOf(limits, texts);
      },
      'String toPattern()': (self: C) => self.toPattern(),
    },
  },
];
