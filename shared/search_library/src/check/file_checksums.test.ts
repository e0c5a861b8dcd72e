import { crc32 } from '@skein/bytes';
import fc from 'fast-check';
import { IndexWriter } from '../index/index_writer.js';
import { toIndexable } from '../index/testing/sample_index.js';
import { MemoryDirectory } from '../store/memory_directory.js';
import { fileChecksums } from './file_checksums.js';

/**
 * An index with one document per word; the first is deleted after the commit, followed by another
 * commit.
 */
function indexOf(words: readonly string[]): MemoryDirectory {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  words.forEach((word, i) => {
    const rest = { title: ['t'], group: [], count: [i], price: [], place: [] };
    writer.addDocument(
      toIndexable({ id: `id-${i}`, body: [`all ${word}`], tag: [word], ...rest }, i),
    );
  });
  writer.refresh();
  writer.commit({});
  writer.deleteDocuments('id-0');
  writer.commit({});
  writer.close();
  return directory;
}

function bytesOf(directory: MemoryDirectory, name: string): Uint8Array {
  const bytes = new Uint8Array(directory.length(name));
  directory.readInto(name, 0, bytes);
  return bytes;
}

const ofKind = (directory: MemoryDirectory, kind: string) =>
  directory.list().filter((name) => name.endsWith(kind));

test.each(['.seg', '.src', '.liv'])('the checksum of a %s is that of its bytes', (kind) => {
  const directory = indexOf(['one', 'two', 'three']);
  const names = ofKind(directory, kind);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    const known = fileChecksums(directory, name);
    const { crc = 0, coveredBytes = 0 } = known ?? {};
    expect(coveredBytes).toBe(directory.length(name) - (kind === '.src' ? 0 : 4));
    expect(crc32(bytesOf(directory, name).subarray(0, coveredBytes))).toBe(crc);
  }
});

test('files of one name and length have one identity when, and only when, they are the same', () => {
  const word = fc.constantFrom('aaa', 'aab', 'aba', 'abb', 'baa', 'xyz');
  const words = fc.array(word, { minLength: 2, maxLength: 4 });
  let pairs = 0;
  fc.assert(
    fc.property(words, words, (first, second) => {
      const [a, b] = [indexOf(first), indexOf(second)];
      for (const name of [...ofKind(a, '.seg'), ...ofKind(a, '.src'), ...ofKind(a, '.liv')]) {
        if (!b.exists(name) || a.length(name) !== b.length(name)) continue;
        const isSame = Buffer.compare(bytesOf(a, name), bytesOf(b, name)) === 0;
        const identities = [a, b].map((directory) => fileChecksums(directory, name)?.identity);
        expect(identities[0] === identities[1]).toBe(isSame);
        if (!isSame) pairs++;
      }
    }),
  );
  expect(pairs).toBeGreaterThan(20);
});

test('a source without its segment, and a commit, say nothing of themselves', () => {
  const directory = indexOf(['one', 'two']);
  const [source = ''] = ofKind(directory, '.src');
  expect(fileChecksums(directory, 'segments_1')).toBeUndefined();
  directory.remove(source.replace('.src', '.seg'));
  expect(fileChecksums(directory, source)).toBeUndefined();
});

test('a damaged head and a source of another length are refused', () => {
  const directory = indexOf(['one', 'two']);
  const [segment = ''] = ofKind(directory, '.seg');
  const [source = ''] = ofKind(directory, '.src');
  directory.writeFile(source, bytesOf(directory, source).subarray(1));
  expect(() => fileChecksums(directory, source)).toThrow('file has the wrong length');
  directory.writeFile(segment, bytesOf(directory, segment).fill(7, -20));
  expect(() => fileChecksums(directory, segment)).toThrow('segment footer is damaged');
  directory.writeFile('_9_1.liv', new Uint8Array(3));
  expect(() => fileChecksums(directory, '_9_1.liv')).toThrow('file is too short');
});

test('a head with any byte changed is refused, or is that of another file', () => {
  const directory = indexOf(['one', 'two', 'three']);
  const [segment = ''] = ofKind(directory, '.seg');
  const sound = bytesOf(directory, segment);
  const { identity } = fileChecksums(directory, segment) ?? {};
  const start = new DataView(sound.buffer).getFloat64(sound.length - 24, true);
  for (let at = 0; at < sound.length; at = at === 15 ? start : at + 1) {
    for (const bit of [1, 0x80]) {
      const changed = sound.slice();
      changed[at] ^= bit;
      directory.writeFile(segment, changed);
      let found: unknown;
      try {
        found = fileChecksums(directory, segment)?.identity;
      } catch (error) {
        expect(error).toMatchObject({ type: 'corrupt_index_exception' });
      }
      expect(found).not.toBe(identity);
    }
  }
});
