import { utf8 } from '@skein/bytes';
import { directoryContract } from './directory.contract.js';
import { MemoryDirectory } from './memory_directory.js';

directoryContract({ describe, test, beforeEach, expect }, 'memory', () => new MemoryDirectory());

const content = (directory: MemoryDirectory, name: string) => {
  const target = new Uint8Array(directory.length(name));
  directory.readInto(name, 0, target);
  return Buffer.from(target).toString();
};

test('a crash takes what was not synced', () => {
  const directory = new MemoryDirectory();
  directory.writeFile('synced', utf8('1234'));
  directory.writeFile('unsynced', utf8('1234'));
  directory.sync(['synced']);
  directory.syncDirectory();
  directory.writeFile('unlisted', utf8('1234'));
  directory.sync(['unlisted']);

  const dropped = directory.afterCrash('drop', 'durable');
  expect(dropped.list()).toEqual(['synced', 'unsynced']);
  expect(content(dropped, 'synced')).toBe('1234');
  expect(content(dropped, 'unsynced')).toBe('');
  expect(content(directory.afterCrash('tear', 'durable'), 'unsynced')).toBe('12');
  expect(content(directory.afterCrash('keep', 'durable'), 'unsynced')).toBe('1234');
  expect(directory.afterCrash('drop', 'latest').list()).toContain('unlisted');
});

test('a rename and a removal are undone by a crash before syncDirectory', () => {
  const directory = new MemoryDirectory();
  directory.writeFile('a', utf8('new'));
  directory.writeFile('b', utf8('old'));
  directory.sync(['a', 'b']);
  directory.syncDirectory();
  directory.rename('a', 'b');
  expect(content(directory.afterCrash('drop', 'durable'), 'b')).toBe('old');
  expect(content(directory.afterCrash('drop', 'latest'), 'b')).toBe('new');
  directory.syncDirectory();
  expect(content(directory.afterCrash('drop', 'durable'), 'b')).toBe('new');
});

test('a crash may keep a later change of names and lose an earlier one', () => {
  const directory = new MemoryDirectory();
  for (const name of ['a', 'b', 'c']) directory.writeFile(name, utf8(name));
  directory.sync(['a', 'b', 'c']);
  directory.syncDirectory();
  directory.rename('a', 'A');
  directory.remove('b');
  directory.writeFile('d', utf8('d'));
  directory.rename('d', 'D');
  const listed = (...kept: number[]) =>
    directory.afterCrash('keep', (change) => kept.includes(change)).list();
  expect(listed()).toEqual(['a', 'b', 'c']);
  expect(listed(0)).toEqual(['A', 'b', 'c']);
  expect(listed(1)).toEqual(['a', 'c']);
  expect(listed(2)).toEqual(['a', 'b', 'c', 'd']);
  // Without the created file there is nothing to rename.
  expect(listed(3)).toEqual(['a', 'b', 'c']);
  expect(listed(1, 2, 3)).toEqual(['D', 'a', 'c']);
});

test('a fault can be injected at every operation', () => {
  const seen: string[] = [];
  const directory = new MemoryDirectory({
    onOperation: (operation, name) => {
      seen.push(`${operation} ${name}`.trim());
      if (operation === 'rename') throw new RangeError('disk on fire');
    },
  });
  directory.writeFile('a', utf8('x'));
  directory.sync(['a']);
  directory.syncDirectory();
  expect(() => directory.rename('a', 'b')).toThrow('disk on fire');
  expect(directory.list()).toEqual(['a']);
  expect(seen).toEqual(['writeFile a', 'sync a', 'syncDirectory', 'rename b']);
});

test('a file is open for appending until it is closed, and then refuses', () => {
  const directory = new MemoryDirectory();
  const log = directory.openAppend('log');
  expect(directory.openFiles).toBe(1);
  log.append(utf8('1234'));
  log.close();
  expect(directory.openFiles).toBe(0);
  expect(() => log.append(utf8('5'))).toThrow('[append] of a closed file');
  expect(() => log.sync()).toThrow('[sync] of a closed file');
  expect(() => log.truncate(0)).toThrow('[truncate] of a closed file');
  expect(content(directory, 'log')).toBe('1234');
});
