/**
 * A node in this process: builds the configuration and the real ports, and locks the data
 * directory.
 */
import { rm } from 'node:fs/promises';
import { availableParallelism, hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import type { Log } from '@skein/base';
import { ApiError, asApiError } from '@skein/errors';
import {
  blockReader,
  createLogWriter,
  DurableFile,
  type FileCachePlace,
  fileCache,
  fileCachePlace,
  httpClient,
  JournalFolder,
  keepPrivate,
  type LogLevel,
  lockDataDirectory,
  machineMemoryBytes,
  openShardDirectory,
  readKernels,
  shrinkHeapAtRest,
  startHttpServer,
  startMetricsServer,
  startProcessProbe,
  systemClock,
  systemRandom,
  systemTimers,
  ThreadProfiler,
  TlsCertificate,
  tryFolder,
} from '@skein/platform';
import { type Settings, shareBytes } from '@skein/settings';
import { type NodeConfig, readNodeConfig } from '../config/node_config.js';
import { socketLimits } from '../config/socket_limits.js';
import { type SearchNode, startSearchNode } from '../node.js';
import { checkDataFormat } from './data_format.js';
import { checkDataWhole } from './data_whole.js';
import { nodeNetwork } from './node_network.js';
import { openKeystore } from './open_keystore.js';
import { seedPorts } from './seed_ports.js';
import { workerSpawner } from './worker_spawner.js';

/** Starts a node; rejects with an ApiError or a system error that gives the reason. */
export async function startNode(given: Settings): Promise<SearchNode> {
  const { settings, ...secure } = await openKeystore(given);
  const machine = {
    hostname: hostname(),
    processors: availableParallelism(),
    heapBytes: getHeapStatistics().heap_size_limit,
    memoryBytes: machineMemoryBytes(),
  };
  const read = readNodeConfig(settings, machine);
  const config = { ...read, dataPath: resolve(read.dataPath) };
  const log = logOf(config);
  keepPrivate(config.dataPath, log);
  const lock = lockDataDirectory(config.dataPath);
  const probe = startProcessProbe(config.dataPath);
  const profiler = new ThreadProfiler();
  const stopShrinking = shrinkHeapAtRest();
  const release = () => {
    stopShrinking();
    probe.stop();
    lock.release();
  };
  watchFaults(log);
  try {
    await checkDataFormat(config.dataPath);
    await checkDataWhole(config, { clock: systemClock, timers: systemTimers });
    const tls = config.http.tls && new TlsCertificate(config.http.tls, log);
    const files = probe.sample().maxFileDescriptors;
    const sockets = socketLimits(config.http.maxConnections, files);
    const cachePlace = cachePlaceOf(config, probe.sample().disk.totalBytes);
    // The main thread must never wait for a repository.
    const reader = blockReader(cachePlace);
    const node = await startSearchNode(config, {
      clock: systemClock,
      timers: systemTimers,
      random: systemRandom,
      log,
      threads: workerSpawner(profiler, {
        configPath: resolve(config.configPath),
        fileCache: cachePlace,
      }),
      profiler,
      journalFiles: new JournalFolder(join(config.dataPath, 'coordination')),
      seeds: seedPorts(config.dataPath),
      fatal: (reason) => endProcess(log, reason),
      identityStore: new DurableFile(join(config.dataPath, 'node_id')),
      smallFile: (name) => new DurableFile(join(config.dataPath, name)),
      probe,
      httpClient,
      ...secure,
      listen: (options) =>
        startHttpServer({ ...options, maxConnections: sockets.http, ...(tls ? { tls } : {}) }),
      listenForMetrics: startMetricsServer,
      nodeNetwork: nodeNetwork(config, sockets.transport),
      openDirectory: (path, limits) => openShardDirectory(path, reader, limits),
      fileCache: fileCache(cachePlace),
      kernels: readKernels(),
      tryDataPath: () => tryFolder(config.dataPath),
      removeFolder: (path) => rm(path, { recursive: true, force: true }),
    });
    return { ...node, stop: () => node.stop().finally(release) };
  } catch (failure) {
    release();
    throw failure;
  }
}

/** Percentages are relative to the disk of the data path. */
function cachePlaceOf(
  { dataPath, fileCache: cache }: NodeConfig,
  diskBytes: number,
): FileCachePlace {
  const { size, blockBytes, patienceMs } = cache;
  const limitBytes = shareBytes(size, diskBytes);
  return fileCachePlace(join(dataPath, 'file_cache'), { limitBytes, blockBytes, patienceMs });
}

/** OpenSearch's log levels; it has two more than this log. */
const LEVELS: ReadonlyMap<string, LogLevel> = new Map([
  ['trace', 'debug'],
  ['debug', 'debug'],
  ['info', 'info'],
  ['warn', 'warn'],
  ['error', 'error'],
  ['fatal', 'error'],
]);

function logOf(config: NodeConfig): Log {
  const level = LEVELS.get(config.log.level.toLowerCase());
  if (level === undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      `value [${config.log.level}] for setting [logger.level] is not supported, expected one of [${[...LEVELS.keys()].join(', ')}]`,
    );
  }
  const { folder: logs } = config.log;
  return createLogWriter({
    level,
    format: config.log.format ?? (process.stderr.isTTY ? 'text' : 'json'),
    fields: { 'service.name': 'skein', 'node.name': config.nodeName },
    file: logs === undefined ? undefined : { folder: logs, name: config.clusterName },
  });
}

/** Ends the process as if it were killed: nothing more is answered or written. */
function endProcess(log: Log, reason: string): void {
  log.error('fatal error: the node stops immediately', { reason });
  process.exitCode = 1;
  setImmediate(() => process.exit(1));
}

/**
 * An unhandled rejection is a fault of one task and is logged; an uncaught exception ends the
 * process.
 */
function watchFaults(log: Log): void {
  process.on('unhandledRejection', (reason) => {
    const stack = reason instanceof Error ? reason.stack : undefined;
    log.error('unhandled error in a task', { reason: asApiError(reason).reason, stack });
  });
}
