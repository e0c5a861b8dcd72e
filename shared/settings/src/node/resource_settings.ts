/** Settings of a node's resources: threads, queues, memory, disk space, and time limits. */
import {
  booleanSetting,
  intSetting,
  listSetting,
  memoryLimitSetting,
  memoryShareSetting,
  sizeSetting,
  textSetting,
  timeSetting,
} from '../setting_types.js';

export const RESOURCES = {
  engineWorkers: intSetting(
    [
      'node.engine_workers',
      'static',
      'number of threads that write shards; one per processor when absent',
    ],
    undefined,
    { min: 1, max: 256 },
  ),
  searchWorkers: intSetting(
    [
      'node.search_workers',
      'static',
      'number of threads that search; one per processor when absent',
    ],
    undefined,
    { min: 1, max: 256 },
  ),
  processors: intSetting(
    [
      'node.processors',
      'static',
      "number of processors that the node assumes; the machine's when absent",
    ],
    undefined,
    { min: 1 },
  ),
  writeQueue: intSetting(
    [
      'thread_pool.write.queue_size',
      'static',
      'largest number of writes that wait for an engine thread',
    ],
    '10000',
    { min: 1 },
  ),
  grokLimit: timeSetting(
    [
      'ingest.grok.watchdog.max_execution_time',
      'static',
      'longest time that a pattern of an ingest pipeline may run on one text',
    ],
    '1s',
    '1ms',
  ),
  attachmentSize: sizeSetting(
    [
      'ingest.attachment.max_size',
      'static',
      'largest file from which an ingest pipeline extracts text, in bytes',
    ],
    '50mb',
  ),
  attachmentTime: timeSetting(
    [
      'ingest.attachment.max_execution_time',
      'static',
      'longest time for the extraction of the text of one file',
    ],
    '30s',
    '1ms',
  ),
  webhookHosts: listSetting(
    [
      'lifecycle.webhook.allowed_hosts',
      'static',
      'hosts that lifecycle policies may call: names or patterns, each with a port unless it is the default port; empty: none',
    ],
    '',
  ),
  searchQueue: intSetting(
    [
      'thread_pool.search.queue_size',
      'static',
      'largest number of searches that wait for a search thread',
    ],
    '1000',
    { min: 1 },
  ),
  getQueue: intSetting(
    ['thread_pool.get.queue_size', 'static', 'hint: gets have no queue'],
    '1000',
    {
      min: 1,
    },
  ),
  memoryLimit: memoryShareSetting(
    [
      'node.memory.limit',
      'static',
      "limit of the memory for loaded segments; percentages are of the machine's memory",
    ],
    '50%',
  ),
  searchCacheSize: memoryShareSetting(
    [
      'node.search.cache.size',
      'static',
      'limit of the disk space for cached blocks of searchable snapshots; percentages are of the disk that holds path.data',
    ],
    '10%',
  ),
  searchCacheBlock: sizeSetting(
    [
      'node.search.cache.block_size',
      'static',
      'size of the blocks in which files of searchable snapshots are fetched, in bytes',
    ],
    '1mb',
    { min: 4096, max: 16 * 1024 * 1024 },
  ),
  searchFetchTimeout: timeSetting(
    [
      'node.search.fetch_timeout',
      'static',
      'longest time that a search or a get waits for a block of a searchable snapshot',
    ],
    '30s',
    '1ms',
  ),
  documentLimit: sizeSetting(
    [
      'node.memory.document_limit',
      'static',
      'limit of the memory for the values, tokens and new fields of one document while it is indexed, in bytes',
    ],
    '400mb',
    { min: 1 },
  ),
  mappingLimit: sizeSetting(
    [
      'node.memory.mapping_limit',
      'static',
      'limit of the memory for the mappings of the shards of one thread, in bytes; while a mapping is replaced, both versions count',
    ],
    '512mb',
    { min: 1 },
  ),
  indexBuffer: textSetting(
    [
      'indices.memory.index_buffer_size',
      'static',
      'limit of the memory for documents that are not in a segment yet, over all shards: bytes or a percentage of the heap',
    ],
    '10%',
  ),
  minIndexBuffer: sizeSetting(
    [
      'indices.memory.min_index_buffer_size',
      'static',
      'lower bound of indices.memory.index_buffer_size if that is a percentage, in bytes',
    ],
    '48mb',
  ),
  maxIndexBuffer: sizeSetting(
    [
      'indices.memory.max_index_buffer_size',
      'static',
      'upper bound of indices.memory.index_buffer_size if that is a percentage, in bytes; -1: no upper bound',
    ],
    '-1',
    { min: -1 },
  ),
  requestCacheSize: memoryShareSetting(
    [
      'indices.requests.cache.size',
      'static',
      "limit of the memory for cached responses of shards; percentages are of the machine's memory",
    ],
    '1%',
  ),
  fielddataCacheSize: memoryLimitSetting(
    [
      'indices.fielddata.cache.size',
      'static',
      "limit of the memory for fielddata of text fields, part of node.memory.limit; percentages are of the machine's memory; -1: no separate limit",
    ],
    '-1',
  ),
  requestCacheExpire: timeSetting(
    [
      'indices.requests.cache.expire',
      'static',
      'time after its last use at which a cached response of a shard is removed; 0: only the size of the cache limits it',
    ],
    '0ms',
    '0ms',
  ),
  shardInactive: timeSetting(
    [
      'indices.memory.shard_inactive_time',
      'static',
      'time without writes after which a shard makes a segment of its buffered documents',
    ],
    '5m',
    '0ms',
  ),
  logFormat: textSetting([
    'logger.format',
    'static',
    'format of the log: json or text; when absent, text on a terminal and json elsewhere',
  ]),
  fsHealthInterval: timeSetting(
    [
      'monitor.fs.health.refresh_interval',
      'static',
      'time between two checks that the node can write to path.data',
    ],
    '60s',
    '1ms',
  ),
  maxShutdown: timeSetting(
    ['node.shutdown_timeout', 'static', 'longest time that an orderly shutdown takes'],
    '120s',
    '0ms',
  ),
  mmap: booleanSetting(
    [
      'node.store.allow_mmap',
      'static',
      'hint: the node reads segment files and does not map them into memory',
    ],
    'true',
  ),
  bootstrapLock: booleanSetting(
    ['bootstrap.memory_lock', 'static', 'hint: Node.js cannot lock its memory'],
    'false',
  ),
};
