import { scriptText } from './script_text.js';

test('parameters are shown as Java prints maps, lists and doubles', () => {
  const params = { n: { sum: { of: [1, 'a', { '\0double': 2 }] } }, none: null, on: true };
  const script = { type: 'inline', lang: 'painless', idOrCode: '1', options: {}, params } as const;
  expect(scriptText(script)).toBe(
    "Script{type=inline, lang='painless', idOrCode='1', options={}, params={n={sum={of=[1, a, 2.0]}}, none=null, on=true}}",
  );
});
