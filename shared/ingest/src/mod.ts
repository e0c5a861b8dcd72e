export type { Stopwatch } from './bounded_run.js';
export type * from './calls.js';
export type { AttachedFile, DigestName, IngestPorts } from './ingest_ports.js';
export { IngestThread, type IngestThreadParts } from './ingest_thread.js';
