/**
 * The contract of `Directory`. Each implementation runs it from its own test:
 * `directoryContract('memory', () => new MemoryDirectory())`.
 */
import { utf8 } from '@skein/bytes';
import type { Directory } from './directory.js';

/** The part of jest that the contract needs, so that the sources type-check without test types. */
export interface ContractRunner {
  describe(name: string, body: () => void): void;
  test(name: string, body: () => void): void;
  beforeEach(body: () => void): void;
  expect(actual: unknown): { toEqual(expected: unknown): void; toThrow(): void };
}

export function directoryContract(
  runner: ContractRunner,
  name: string,
  makeEmpty: () => Directory,
): void {
  const { describe, test, beforeEach, expect } = runner;
  describe(`directory contract: ${name}`, () => {
    let directory: Directory;
    beforeEach(() => {
      directory = makeEmpty();
    });
    const read = (file: string) => {
      const target = new Uint8Array(directory.length(file));
      directory.readInto(file, 0, target);
      return [...target];
    };

    test('starts empty', () => {
      expect(directory.list()).toEqual([]);
      expect(directory.exists('a')).toEqual(false);
    });

    test('a written file is listed and read back', () => {
      directory.writeFile('a', utf8('hello'));
      expect(directory.list()).toEqual(['a']);
      expect(directory.exists('a')).toEqual(true);
      expect(read('a')).toEqual([...utf8('hello')]);
    });

    test('an empty file exists', () => {
      directory.writeFile('a', new Uint8Array(0));
      expect(directory.length('a')).toEqual(0);
      expect(read('a')).toEqual([]);
    });

    test('writing again replaces all of it', () => {
      directory.writeFile('a', utf8('a long content'));
      directory.writeFile('a', utf8('short'));
      expect(read('a')).toEqual([...utf8('short')]);
    });

    test('writes from and reads into shared memory, at offsets', () => {
      const shared = new Uint8Array(new SharedArrayBuffer(8), 2, 5);
      shared.set(utf8('01234'));
      directory.writeFile('a', shared);
      const target = new Uint8Array(new SharedArrayBuffer(4), 1, 2);
      directory.readInto('a', 3, target);
      expect([...target]).toEqual([...utf8('34')]);
    });

    test('a read past the end throws', () => {
      directory.writeFile('a', utf8('abc'));
      expect(() => directory.readInto('a', 2, new Uint8Array(2))).toThrow();
      expect(() => directory.readInto('b', 0, new Uint8Array(1))).toThrow();
      expect(() => directory.length('b')).toThrow();
    });

    test('rename replaces the target', () => {
      directory.writeFile('a', utf8('new'));
      directory.writeFile('b', utf8('old'));
      directory.rename('a', 'b');
      expect(directory.list()).toEqual(['b']);
      expect(read('b')).toEqual([...utf8('new')]);
      expect(() => directory.rename('a', 'c')).toThrow();
    });

    test('a linked file stays when the one it came from goes', () => {
      const other = makeEmpty();
      other.writeFile('a', utf8('shared'));
      directory.link(other, 'a', 'b');
      directory.sync(['b']);
      other.remove('a');
      expect(read('b')).toEqual([...utf8('shared')]);
      other.writeFile('a', utf8('more'));
      expect(() => directory.link(other, 'a', 'b')).toThrow();
      expect(() => directory.link(other, 'c', 'c')).toThrow();
    });

    test('remove is silent when the file is gone', () => {
      directory.writeFile('a', utf8('x'));
      directory.remove('a');
      directory.remove('a');
      expect(directory.list()).toEqual([]);
    });

    test('sync and syncDirectory keep what is there; sync of a missing file throws', () => {
      directory.writeFile('a', utf8('x'));
      directory.sync(['a']);
      directory.syncDirectory();
      expect(read('a')).toEqual([...utf8('x')]);
      expect(() => directory.sync(['b'])).toThrow();
    });

    test('names with separators are refused', () => {
      expect(() => directory.writeFile('a/b', utf8('x'))).toThrow();
      expect(() => directory.writeFile('', utf8('x'))).toThrow();
    });

    test('an append handle grows, truncates and continues an existing file', () => {
      const first = directory.openAppend('log');
      first.append(utf8('abc'));
      first.append(utf8('def'));
      expect(first.length).toEqual(6);
      first.sync();
      first.truncate(4);
      first.append(utf8('X'));
      expect(first.length).toEqual(5);
      first.close();
      const second = directory.openAppend('log');
      expect(second.length).toEqual(5);
      second.append(utf8('Y'));
      second.close();
      expect(read('log')).toEqual([...utf8('abcdXY')]);
    });
  });
}
