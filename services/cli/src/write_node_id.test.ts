import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DurableFile, lockDataDirectory } from '@skein/platform';
import { writeNodeId } from './write_node_id.js';

const ID = '4fYh0RcRQ8qCw2kLxgmQZw';
const dir = mkdtempSync(join(tmpdir(), 'skein-node-id-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('an id is written where a node has lost it, and nowhere else', async () => {
  await expect(writeNodeId(dir, ID)).rejects.toThrow('has no cluster state');
  mkdirSync(join(dir, 'coordination'));
  await expect(writeNodeId(dir, '../node_id')).rejects.toThrow(
    '[../node_id] is not the id of a node',
  );
  const running = lockDataDirectory(dir);
  await expect(writeNodeId(dir, ID)).rejects.toThrow('failed to obtain node lock');
  running.release();
  await writeNodeId(dir, ID);
  const saved = await new DurableFile(join(dir, 'node_id')).load();
  expect(new TextDecoder().decode(saved)).toBe(ID);
  await expect(writeNodeId(dir, ID)).rejects.toThrow('already');
  expect(readdirSync(dir).sort()).toEqual(['coordination', 'node_id']);
});
