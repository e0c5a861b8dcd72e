/** Each byte of each file of a shard that has every kind of part: changed, it is found. */
import { checkIndex } from './check_index.js';
import { contentOf, fullIndex } from './testing/full_index.js';

test('a flipped byte anywhere is found, and in the right segment', () => {
  const directory = fullIndex({ docs: 14, segments: 2 });
  expect(checkIndex(directory).problems).toEqual([]);
  let flips = 0;
  for (const name of directory.list()) {
    const original = contentOf(directory, name);
    const segment = /^(_[0-9a-z]+?)[._]/.exec(name)?.[1];
    for (let at = 0; at < original.length; at++) {
      const damaged = original.slice();
      damaged[at] ^= 1 << (at % 8);
      directory.writeFile(name, damaged);
      const [first] = checkIndex(directory).problems;
      if (first?.segment !== segment || first === undefined) {
        throw new Error(`byte [${at}] of [${name}]: ${JSON.stringify(first)}`);
      }
      flips++;
    }
    directory.writeFile(name, original);
  }
  expect(flips).toBe(directory.list().reduce((sum, name) => sum + directory.length(name), 0));
});
