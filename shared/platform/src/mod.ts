export { BACKLOG } from './bind_port.js';
export { FsBlobStore, type FsBlobStoreOptions } from './blob_stores/fs_blob_store.js';
export { HttpBlobStore, type HttpBlobStoreOptions } from './blob_stores/http_blob_store.js';
export { openS3BlobStore } from './blob_stores/s3/s3_blob_store.js';
export type * from './blob_stores/s3/s3_options.js';
export { garbageCollector } from './collect_garbage.js';
export { ConfigFiles } from './config_files.js';
export { DurableFile } from './durable_file.js';
export type { DurableDisk, DurableWriteOptions } from './durable_write.js';
export { makeFolderDurably, makeFolderDurablySync, writeDurably } from './durable_write.js';
export { type EngineStopwatch, engineStopwatch } from './engine_stopwatch.js';
export {
  answerBlock,
  type BlockAsk,
  type BlocksAsk,
  failBlock,
} from './file_cache/block_ask.js';
export type { BlockCache } from './file_cache/block_cache.js';
export type { BlockReader } from './file_cache/block_reader.js';
export type { FileCacheStats } from './file_cache/cache_counters.js';
export {
  blockReader,
  type FileCache,
  type FileCachePlace,
  fileCache,
  fileCachePlace,
  openBlockCache,
} from './file_cache/file_cache_place.js';
export { openShardDirectory } from './file_cache/open_shard_directory.js';
export {
  hasRemoteFiles,
  type RemoteFile,
  type RemoteFiles,
  readRemoteFiles,
  writeRemoteFiles,
} from './file_cache/remote_files.js';
export { FsDirectory } from './fs_directory.js';
export type { BodyBudget } from './http/body_budget.js';
export { HeadRules } from './http/head_rules.js';
export { type PageMount, Pages } from './http/pages.js';
export { type SiteManifest, type StaticSiteOptions, staticSite } from './http/static_site.js';
export {
  type ClientTls,
  type HttpAnswer,
  type HttpClient,
  type HttpQuestion,
  httpClient,
} from './http_client.js';
export type { HttpApi, HttpServer, HttpServerOptions, HttpStats } from './http_server.js';
export { startHttpServer } from './http_server.js';
export { IDLE_LIMITS } from './idle_limits.js';
export { JournalFolder } from './journal_files.js';
export { readKernels } from './kernel_file.js';
export { KeystoreFile, keystorePaths } from './keystore/keystore_file.js';
export { KEY_BYTES, loadKeyFile, seal, unseal } from './keystore/sealing.js';
export type { DiskTraffic } from './linux_figures.js';
export type { LogLevel, LogWriterOptions } from './log_writer.js';
export { createLogWriter } from './log_writer.js';
export { machineMemoryBytes } from './machine_memory.js';
export type { MailboxHandler, MailboxMemory } from './mailbox.js';
export { MailboxCallee, MailboxCaller, mailboxMemory } from './mailbox.js';
export {
  type MetricsServer,
  type MetricsServerOptions,
  startMetricsServer,
} from './metrics_server.js';
export {
  addressOf,
  addressParts,
  addressText,
  bindAddresses,
  isLoopback,
  publishAddress,
  publishedAddress,
} from './network_address.js';
export { keepPrivate } from './private_folder.js';
export { lockDataDirectory, lockFile, type ProcessLock } from './process_lock.js';
export type {
  Collector,
  MemoryPool,
  ProcessInfo,
  ProcessProbe,
  ProcessSample,
} from './process_probe.js';
export { startProcessProbe } from './process_probe.js';
export { shrinkHeapAtRest } from './resting_heap.js';
export { readSettingsFile } from './settings_file.js';
export { systemClock } from './system_clock.js';
export { systemRandom } from './system_random.js';
export { systemTimers } from './system_timers.js';
export { threadCpuClock } from './thread_cpu_clock.js';
export type { ThreadHeap } from './thread_heaps.js';
export { type ProfileKind, type ThreadProfile, ThreadProfiler } from './thread_profiles.js';
export { currentNonce, isFreshNonce } from './time_nonce.js';
export type { TlsFiles } from './tls_certificate.js';
export { TlsCertificate, tlsFiles } from './tls_certificate.js';
export { SecretFile } from './transport/secret_file.js';
export { secretProver } from './transport/secret_prover.js';
export type { SecretSeal } from './transport/secret_seal.js';
export { secretSeal } from './transport/secret_seal.js';
export type { TransportListener, TransportTls } from './transport/websocket_network.js';
export { listenForNodes, webSocketNetwork } from './transport/websocket_network.js';
export { tryFolder } from './try_folder.js';
export type { CallHandlers, CallTable } from './worker_channel.js';
export { TransferReply, WorkerChannel } from './worker_channel.js';
export type { WorkerThreadOptions } from './worker_thread.js';
export { WorkerThread } from './worker_thread.js';
