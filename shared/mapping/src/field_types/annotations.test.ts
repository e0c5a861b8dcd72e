import { annotatedAnalyzer, encodedAnnotation, parseAnnotatedText } from './annotations.js';

test('annotations lie in the text without their markup', () => {
  expect(parseAnnotatedText('a [b c](x&y) d [](e)')).toEqual({
    text: 'a b c d ',
    annotations: [
      { start: 2, end: 5, value: 'x' },
      { start: 2, end: 5, value: 'y' },
      { start: 8, end: 8, value: 'e' },
    ],
  });
  expect(parseAnnotatedText('[no](link')).toEqual({ text: '[no](link', annotations: [] });
  expect(parseAnnotatedText('[b](a=&=c&)').annotations).toEqual([]);
  expect(() => parseAnnotatedText('[b](k=v)')).toThrow('key=value pairs are not supported');
});

test.each([
  ['Jo%C3%A3o+da', 'João da'],
  ['%41%42', 'AB'],
  ['a%2Bb', 'a+b'],
])('%s is decoded to %s', (encoded, value) => {
  expect(parseAnnotatedText(`[b](${encoded})`).annotations[0]?.value).toBe(value);
});

test.each([
  ['%', 'Incomplete trailing escape (%) pattern'],
  ['%4', 'Incomplete trailing escape (%) pattern'],
  ['a%zz', 'Illegal hex characters in escape (%) pattern - Error at index 0 in: "zz"'],
])('%s is refused', (encoded, reason) => {
  expect(() => parseAnnotatedText(`[b](${encoded})`)).toThrow(reason);
});

test('what is encoded is decoded again', () => {
  expect(encodedAnnotation('a B9.*_-')).toBe('a+B9.*_-');
  expect(encodedAnnotation('é/&=\n')).toBe('%C3%A9%2F%26%3D%0A');
  for (const value of ['a b', 'é&=', '(x)[y]', '%41', '日本'])
    expect(parseAnnotatedText(`[b](${encodedAnnotation(value)})`).annotations).toEqual([
      { start: 0, end: 1, value },
    ]);
});

/** Splits at spaces. */
const WORDS = {
  name: 'words',
  positionIncrementGap: 100,
  offsetGap: 1,
  normalize: (text: string) => text,
  analyze: (text: string) => ({
    tokens: [...text.matchAll(/\S+/g)].map(({ 0: term, index }) => ({
      term,
      startOffset: index,
      endOffset: index + term.length,
      positionIncrement: 1,
      positionLength: 1,
      keyword: false,
      type: 'word',
    })),
    trailingIncrement: 0,
    finalOffset: text.length,
  }),
};

function shown(markup: string): string[] {
  return annotatedAnalyzer(WORDS)
    .analyze(markup)
    .tokens.map(
      ({ term, type, positionIncrement, positionLength, startOffset, endOffset }) =>
        `${type === 'annotation' ? '*' : ''}${term}+${positionIncrement}/${positionLength}@${startOffset}-${endOffset}`,
    );
}

test('an annotation stands before its first word, over all its words', () => {
  expect(shown('a b')).toEqual(['a+1/1@0-1', 'b+1/1@2-3']);
  expect(shown('a [b c](x) d')).toEqual([
    'a+1/1@0-1',
    '*x+1/2@2-5',
    'b+0/1@2-3',
    'c+1/1@4-5',
    'd+1/1@6-7',
  ]);
  expect(shown('[a](x) [b](y)')).toEqual(['*x+1/1@0-1', 'a+0/1@0-1', '*y+1/1@2-3', 'b+0/1@2-3']);
});

test('of several annotations the first comes first and the others in reverse', () => {
  expect(shown('[a](x&y&z)')).toEqual(['*x+1/1@0-1', '*z+0/1@0-1', '*y+0/1@0-1', 'a+0/1@0-1']);
});
