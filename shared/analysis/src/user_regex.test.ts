import { compileUserRegex, javaReplacement } from './user_regex.js';

describe('regular expressions of users', () => {
  it.each(['(a+)+$', '(a|a)*b', '(?:a?b?)*c', '(a*){20}', '((a+)b)+', '(a)\\1', '('])(
    'refuses %s',
    (pattern) => {
      expect(() => compileUserRegex(pattern)).toThrow('Invalid regular expression');
    },
  );

  it.each([
    '\\W+',
    '"([^"]+)"',
    '[/?&=.+%-]+',
    '(?i)abc',
    '(\\d{4})-(\\d{2})',
    '(?<=\\D)(?=\\d)|\\s+',
    '(ab)+',
  ])('takes %s', (pattern) => {
    expect(compileUserRegex(pattern).global).toBe(true);
  });

  it('knows Java flags and replacements', () => {
    expect('ABC'.replace(compileUserRegex('b', 'CASE_INSENSITIVE'), '-')).toBe('A-C');
    expect('fox'.replace(compileUserRegex('(o)(x)'), javaReplacement('$2\\$$1$0'))).toBe('fx$oox');
  });
});
