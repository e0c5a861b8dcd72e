import { DE } from './de.js';
import { EN } from './en.js';
import { fillIn } from './fill_in.js';

const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

it('has the same texts in both languages, none empty, with the same values', () => {
  expect(Object.keys(DE).sort()).toEqual(Object.keys(EN).sort());
  for (const [key, text] of Object.entries(EN)) {
    const german = DE[key as keyof typeof DE];
    expect([key, german]).not.toEqual([key, '']);
    expect([key, namesIn(german)]).toEqual([key, namesIn(text)]);
  }
});

it('fills in values, and keeps names that have none', () => {
  const filled = fillIn(
    '{count} of {all} in {index}',
    { count: 1200, index: 'a' },
    (n) => `<${n}>`,
  );
  expect(filled).toBe('<1200> of {all} in a');
});
