/** Entry of a pipeline thread: connects `IngestThread` to the real clock, files and main thread. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { expectDefined } from '@skein/base';
import { IngestThread } from '@skein/ingest';
import {
  ConfigFiles,
  engineStopwatch,
  shrinkHeapAtRest,
  systemClock,
  systemRandom,
  TransferReply,
  threadCpuClock,
  WorkerChannel,
} from '@skein/platform';
import type { ExtractorCalls, IngestThreadData } from '../pipeline_runner/mod.js';
import { WaitingExtractor } from '../pipeline_runner/waiting_extractor.js';
import { scriptService } from '../shard_host/script_service.js';
import { threadData } from './thread_data.js';
import type { ProcessPlace } from './worker_spawner.js';

const port = expectDefined(parentPort, 'an ingest thread has a parent');
const data = threadData<IngestThreadData & ProcessPlace>();
const files = new ConfigFiles(data.configPath);
const packages = createRequire(import.meta.url);
const extractor = new WaitingExtractor(data.maxAttachmentBytes, (awaited, transfer) => {
  // The answer arrives on the call's own port, because this thread reads no other while it waits.
  void main.call('extract', awaited, transfer);
});

const thread = new IngestThread({
  ports: {
    clock: systemClock,
    digest: (name, bytes) => new Uint8Array(createHash(name).update(bytes).digest()),
    configFile: (path) => files.readFile(path),
    userAgentExpressions: () =>
      readFileSync(packages.resolve('uap-core/regexes.yaml'), { encoding: 'utf8' }),
    extract: (file) => extractor.extract(file),
  },
  scripts: scriptService(
    { clock: systemClock, random: systemRandom, cpu: threadCpuClock },
    data.scripts,
  ),
  stopwatch: { ...engineStopwatch(), isWaiting: () => extractor.isWaiting },
  matchLimitMs: data.matchLimitMs,
});
thread.answers.change_pipelines(data.pipelines);

const { ingest, ...answers } = thread.answers;

const main = new WorkerChannel<ExtractorCalls>(port, {
  ...answers,
  ingest: (request: Parameters<typeof ingest>[0]) => {
    const reply = ingest(request);
    return new TransferReply(reply, [reply.bodies.buffer]);
  },
  change_scripts: (configuration: Parameters<typeof thread.changeScripts>[0]) => {
    thread.changeScripts(configuration);
    return {};
  },
});

shrinkHeapAtRest();
