import { checkLinks } from './check_links.js';

test('problems are numbered, as OpenSearch does', () => {
  const body = { tokenizer: 'standard', normalizer: 'lowercase' };
  expect(() => checkLinks(body, ['a'], true)).toThrow(
    'Validation Failed: 1: index is required if normalizer is specified;2: tokenizer/analyze should be null if normalizer is specified;3: cannot define extra components on a named normalizer;',
  );
  expect(() => checkLinks({ normalizer: 'x', filter: ['y'] }, ['a'], false)).toThrow(
    'Validation Failed: 1: cannot define extra components on a named normalizer;',
  );
  expect(() => checkLinks({ normalizer: 'x' }, ['a'], false)).not.toThrow();
});
