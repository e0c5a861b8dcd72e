import { compileUserRegex } from './user_regex.js';

const found = (pattern: string, text: string, flags = ''): string[] =>
  [...compileUserRegex(pattern, flags).matchAll(text)].map(({ start, end }) =>
    text.slice(start, end),
  );

describe('regular expressions of users', () => {
  it.each([
    ['(a)\\1', 'a reference to a group'],
    ['(?=a)b', 'look-around'],
    ['a(?<!b)', 'look-around'],
    ['(?>a+)b', 'an atomic group'],
    ['a*+b', 'a possessive repetition'],
    ['a{2}+b', 'a possessive repetition'],
    ['a{2,3}+b', 'a possessive repetition'],
    ['[a-z&&[^b]]', 'an intersection'],
    ['\\p{InGreek}', 'a block of characters'],
    ['\\p{^Lu}', 'Unknown character property name {^Lu}'],
  ])('refuses %s and says why', (pattern, why) => {
    expect(() => compileUserRegex(pattern)).toThrow(/^Invalid regular expression/);
    expect(() => compileUserRegex(pattern)).toThrow(why);
  });

  it.each([
    ['.', 'a\r\u0085\u2028\u2029\nb', '', ['a', 'b']],
    ['.', 'a\rb\n', 'UNIX_LINES', ['a', '\r', 'b']],
    ['(?d:.).', 'a\rb\nc', '', ['\rb']],
    ['.', '\r', 'DOTALL', ['\r']],
    ['(?s:.).', 'a\nb', '', ['\nb']],
    ['[.]', 'a.', '', ['.']],
    ['[\\Qa-c\\E]+', 'abc-', '', ['a', 'c-']],
    ['[a b]+', 'a b', 'COMMENTS', ['a', 'b']],
    ['[x# y\nz]+', 'x#yz', 'COMMENTS', ['x', 'z']],
    ['\\uD83D\\uDE00', 'a😀b', '', ['😀']],
    ['[a\\uD83D\\uDE00]+', 'a😀b', '', ['a😀']],
    ['\\cA', 'a\u0001', '', ['\u0001']],
    ['[\\H]+', 'a \tb\u3000', '', ['a', 'b']],
    ['[\\V]+', 'a\rb\u2028', '', ['a', 'b']],
    ['\\H\\V', 'ab\n', '', ['ab']],
    ['\\w+', 'é', 'UNICODE_CHAR_CLASS', ['é']],
    ['é+a', 'ÉA éA', 'CASE_INSENSITIVE', ['éA']],
    ['\\u00e9', 'Éé', 'CASE_INSENSITIVE', ['é']],
    ['é', 'Éé', 'CASE_INSENSITIVE|UNICODE_CASE', ['É', 'é']],
    ['(?i)é|(?iu)é', 'É', '', ['É']],
    ['(?i:é)', 'Éé', '', ['é']],
  ])('%j in %j with the flags [%s]', (pattern, text, flags, expected) => {
    expect(found(pattern, text, flags)).toEqual(expected);
  });

  it('reads the names of flags without spaces', () => {
    expect(() => compileUserRegex('a', 'DOTALL| MULTILINE')).toThrow(
      'Unknown regex flag [ MULTILINE]',
    );
  });

  it.each([
    ['oB|(?<=o)(?=B)', 'fooBarooB', 'fo[oB]aro[oB]'],
    ['(?<=a)|a', 'aab', '[a][]a[]b'],
    ['(?=b)|ab', 'cabab', 'c[ab][ab]'],
    ['x|(?<=a)|a|(?=c)', 'aaxc', '[a][]a[x][]c'],
    ['(?<=😀)|😀', '😀😀', '[😀][]😀[]'],
  ])('the first alternative of %s counts at each position of %s', (pattern, text, expected) => {
    expect(compileUserRegex(pattern).replaceAll(text, '[$0]')).toBe(expected);
  });

  it('searches a long text once for all its boundaries', () => {
    const regex = compileUserRegex('x|(?<=a)|a');
    expect(regex.replaceAll('a'.repeat(20_000), '')).toBe('a'.repeat(19_999));
  });

  it.each([
    ['x', 'Illegal group reference'],
    ['{', 'named capturing group has 0 length name'],
    ['{n', "named capturing group is missing trailing '}'"],
    ['{n_1}', "named capturing group is missing trailing '}'"],
    ['{1}', 'capturing group name {1} starts with digit character'],
    ['{m}', 'No group with name {m}'],
  ])('refuses the replacement $%s in the words of Java', (replacement, message) => {
    expect(() => compileUserRegex('(?<n>a)').replaceAll('a', `$${replacement}`)).toThrow(
      expect.objectContaining({ message }),
    );
  });

  it('repeats a brace that ends no repetition', () => {
    expect(found('[{]a}+', 'x{a}}')).toEqual(['{a}}']);
  });

  it.each([
    ['(?x) a b # c', 'ab a b', ['ab']],
    ['((?x) a b) c', 'ab c abc', ['ab c']],
    ['(?x: a b) c', 'ab c abc', ['ab c']],
    ['(?x) a (?-x: b)', 'a b ab', ['a b']],
    ['(?U)\\w+', 'é1', ['é1']],
    ['(?U:\\w)\\w', 'éé ée', ['ée']],
  ])('the flags inside %s', (pattern, text, expected) => {
    expect(found(pattern, text)).toEqual(expected);
  });

  it.each([
    ['(', 'Unclosed group near index 1\n('],
    ['[a', 'Unclosed character class near index 1\n[a'],
    [')', "Unmatched closing ')'\n)"],
  ])('refuses %s in the words of Java', (pattern, reason) => {
    expect(() => compileUserRegex(pattern)).toThrow(
      expect.objectContaining({ type: 'pattern_syntax_exception', message: reason }),
    );
  });

  it('reads as many digits as make a group, and refuses what is none', () => {
    const regex = compileUserRegex('(b)');
    expect(regex.replaceAll('abc', '<$12>')).toBe('a<b2>c');
    expect(() => regex.replaceAll('abc', '$2')).toThrow('No group 2');
    expect(() => regex.replaceAll('abc', '$')).toThrow('Illegal group reference');
    expect(() => regex.replaceAll('abc', '\\')).toThrow('character to be escaped is missing');
  });

  it.each(['(a+)+$', '(a|a)*b', '(?:a?b?)*c', '((a+)b)+'])(
    'reads a long text in linear time with %s',
    (pattern) => {
      const before = process.threadCpuUsage();
      found(pattern, `${'a'.repeat(20_000)}!`);
      expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(2000);
    },
  );

  it.each([
    ['\\W+', 'a-b c', ['-', ' ']],
    ['"([^"]+)"', 'say "hi" "ho"', ['"hi"', '"ho"']],
    ['[/?&=.+%-]+', 'a/b?c', ['/', '?']],
    ['(?i)abc', 'xABC', ['ABC']],
    ['\\p{Alpha}+', 'ab1é', ['ab']],
    ['\\p{IsAlphabetic}+', 'ab1é', ['ab', 'é']],
    ['\\P{Punct}+', 'a.b', ['a', 'b']],
    ['[\\p{Punct}x]+', 'a.x!b', ['.x!']],
    ['[a-c[x-z]]+', 'axm', ['ax']],
    ['\\Qa.b\\E', 'axb a.b', ['a.b']],
    ['\\u0041', 'A', ['A']],
    ['\\h', 'a\tb', ['\t']],
    ['a\\R', 'a\r\nb', ['a\r\n']],
    ['(?<year>\\d{4})', 'in 2020', ['2020']],
  ])('takes %s', (pattern, text, expected) => {
    expect(found(pattern, text)).toEqual(expected);
  });

  it('splits at changes of case and kind', () => {
    const camel = compileUserRegex(
      '([^\\p{L}\\d]+)|(?<=\\D)(?=\\d)|(?<=\\d)(?=\\D)|(?<=[\\p{L}&&[^\\p{Lu}]])(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}[\\p{L}&&[^\\p{Lu}]])',
    );
    const text = 'MooseX::FTPClass2_beta';
    const parts: string[] = [];
    let at = 0;
    for (const { start, end } of camel.matchAll(text)) {
      parts.push(text.slice(at, start));
      at = end;
    }
    parts.push(text.slice(at));
    expect(parts).toEqual(['Moose', 'X', 'FTP', 'Class', '2', 'beta']);
  });

  it('knows Java flags and replacements', () => {
    expect(compileUserRegex('b', 'CASE_INSENSITIVE').replaceAll('ABC', '-')).toBe('A-C');
    expect(compileUserRegex('a b # c', 'COMMENTS').replaceAll('ab', '-')).toBe('-');
    expect(compileUserRegex('a.c', 'LITERAL').replaceAll('abc a.c', '-')).toBe('abc -');
    expect(compileUserRegex('\\w+', 'UNICODE_CHARACTER_CLASS').replaceAll('é', '-')).toBe('-');
    expect(compileUserRegex('(o)(x)').replaceAll('fox', '$2\\$$1$0')).toBe('fx$oox');
    // biome-ignore lint/suspicious/noTemplateCurlyInString: how a replacement names a group
    expect(compileUserRegex('(?<n>o)').replaceFirst('foo', '[${n}]')).toBe('f[o]o');
    expect(() => compileUserRegex('a', 'NO')).toThrow('Unknown regex flag [NO]');
    expect(() => compileUserRegex('a', 'CANON_EQ')).toThrow('[CANON_EQ] is not supported');
  });
});
