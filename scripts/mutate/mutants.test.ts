import { mutantsOf } from './mutants.ts';

const changes = (text: string) =>
  mutantsOf('x.ts', text).map(({ from, to, inside, line }) => [line, inside.join('.'), from, to]);

test('code is changed in one place each, and told by what is around it', () => {
  const text = `/** ä. */
function reduce(a: number): number {
  if (a < 3) log(a);
  return a++ + 1;
}
`;
  expect(changes(text)).toEqual([
    [3, 'reduce', 'a < 3', '!(a < 3)'],
    [3, 'reduce', '<', '<='],
    [3, 'reduce', '3', '4'],
    [3, 'reduce', 'log(a);', ';'],
    [4, 'reduce', '+', '-'],
    [4, 'reduce', 'a++', 'a--'],
    [4, 'reduce', '1', '2'],
  ]);
  const [, second] = mutantsOf('x.ts', text);
  expect(second?.text).toBe(text.replace('a < 3', 'a <= 3'));
});

test('types have no mutants', () => {
  expect(changes('type T = 1 | 2; const a: 1 | true = b as 1; interface I { c: 2 }')).toEqual([]);
});

test('members are named, and operators found among other signs', () => {
  const text = 'class A { #count = 0; collect() { this.#count += x /* += */ && y; } }';
  expect(changes(text)).toEqual([
    [1, 'count', '0', '1'],
    [1, 'collect', '+=', '-='],
    [1, 'collect', '&&', '||'],
  ]);
});
