/**
 * Measures a few deletions in a large segment: `node
 * shared/search_library/src/index/deletes.bench.ts [documents]` after a build. Each round makes a
 * hundred deletions, a refresh and a commit, and reports the bytes of `.liv` files and the CPU
 * time.
 */
import { IndexWriter, MemoryDirectory } from '@skein/search_library';

const COUNT = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 40;
const DELETES = 100;

let liveBytes = 0;
class CountingDirectory extends MemoryDirectory {
  writeFile(name, bytes) {
    if (name.endsWith('.liv')) liveBytes += bytes.length;
    super.writeFile(name, bytes);
  }
}

const directory = new CountingDirectory();
const writer = IndexWriter.open(directory, { bufferBytes: 2 ** 31 });
for (let i = 0; i < COUNT; i++) {
  const stored = { id: `id-${i}`, routing: undefined, source: undefined, fields: undefined };
  writer.addDocument({ stored, fields: [], version: 1, seqNo: i, primaryTerm: 1 });
}
writer.commit({});

let state = 1;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state % COUNT;
};

const spent = { delete: 0, refresh: 0, commit: 0 };
function timed(key, run) {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  spent[key] += user + system;
}

for (let round = 0; round < ROUNDS; round++) {
  timed('delete', () => {
    for (let i = 0; i < DELETES; i++) writer.deleteDocuments(`id-${random()}`);
  });
  timed('refresh', () => {
    const { version } = writer.refresh();
    writer.release(version - 1);
  });
  timed('commit', () => writer.commit({}));
}
for (const [key, micros] of Object.entries(spent)) {
  console.log(`${key}: ${Math.round(micros / ROUNDS)} us of CPU a round`);
}
const files = directory.list().filter((name) => name.endsWith('.liv')).length;
console.log(`${Math.round(liveBytes / ROUNDS)} bytes of live documents a commit, ${files} files`);
