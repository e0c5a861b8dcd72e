/** Makes forms from text. */
import type { Form } from './form.ts';
import type { Generator } from './generator.ts';

/** Makes a form from text in which `$i`, `$n` … stand for generated expressions. */
export function template(text: string): Form {
  const make = (g: Generator): string =>
    text.replace(/\$([a-zA-Z])/g, (_, letter: string) => {
      switch (letter) {
        case 'i':
          return g.of('int');
        case 'j':
          return g.pick(['0', '1', '2', '3', '5', '-1']);
        case 'l':
          return g.of('long');
        case 'd':
          return g.of('double');
        case 'f':
          return g.of('float');
        case 'n':
          return g.numeric();
        case 's':
          return g.of('String');
        case 'b':
          return g.of('boolean');
        case 'c':
          return g.of('char');
        case 'x':
          return g.of('def');
        case 'a':
          return g.any();
        case 'L':
          return g.of('List');
        case 'M':
          return g.of('Map');
        case 'o':
          return g.pick(['+', '-', '*', '/', '%']);
        case 'O':
          return g.pick(['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>', '>>>']);
        case 'q':
          return g.pick(['<', '<=', '>', '>=', '==', '!=']);
        case 'T':
          return g.pick(['byte', 'short', 'char', 'int', 'long', 'float', 'double']);
        case 'P':
          return g.pick([
            'int',
            'long',
            'double',
            'float',
            'String',
            'boolean',
            'List',
            'Map',
            'def',
            'Integer',
            'Object',
            'Number',
          ]);
        case 'v':
          return g.pick(['+=', '-=', '*=', '/=', '%=']);
        case 'V':
          return g.pick(['&=', '|=', '^=', '<<=', '>>=', '>>>=']);
        default:
          return letter;
      }
    });
  return { name: text, make };
}
