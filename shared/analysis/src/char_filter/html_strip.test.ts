import { analyzeRequest } from '../analyze/analyze_request.js';
import { buildAnalysis } from '../build/build_analysis.js';
import { entities, LONGEST_NAME } from './html/entities.js';
import { htmlStripped } from './html_strip.js';

it.each([
  ['declarations', '<!'],
  ['instructions', '<?'],
  ['comments', '<!--'],
  ['scripts', '<script>'],
  ['directives', '<a <!--#'],
  ['quotes', `<a b='<c d="`],
])('many %s without an end take time linear in their number', (_name, markup) => {
  const text = `${markup.repeat(100_000)}'-->>`;
  expect(htmlStripped(text).length).toBeLessThanOrEqual(text.length);
});

it('a tag may be longer than the distance of remembered results', () => {
  const data = '<'.repeat(10_000);
  const tags = `<img src="data:${data}"/>`.repeat(3);
  expect(htmlStripped(`a${tags}b`)).toBe('ab');
});

it('results are remembered with the reading that they belong to', () => {
  const spaces = ' '.repeat(1100);
  expect(htmlStripped(`<a b="${spaces}<i c='${spaces}x' d>e`)).toBe(`<a b="${spaces}e`);
});

it('knows the 252 entities of HTML 4, apos, and six in capital letters', () => {
  const names = [...entities().keys()];
  expect(names).toHaveLength(259);
  expect(Math.max(...names.map((name) => name.length))).toBe(LONGEST_NAME);
});

it('offsets lead to the text before the removal', () => {
  const body = {
    tokenizer: 'standard',
    char_filter: ['html_strip'],
    text: '<p>a &eacute; <b>c</b></p>',
  };
  const answer = analyzeRequest(body, buildAnalysis(new Map()), { global: true });
  expect(answer).toMatchObject({
    tokens: [
      { token: 'a', start_offset: 3, end_offset: 4 },
      { token: 'é', start_offset: 5, end_offset: 13 },
      { token: 'c', start_offset: 17, end_offset: 22 },
    ],
  });
});
