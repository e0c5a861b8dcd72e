/** The external services that processors use. */
import type { Clock } from '@skein/base';
import type { Extracted, ExtractionRequest } from '@skein/extraction/calls';

export type DigestName = 'md5' | 'sha1' | 'sha256' | 'sha3-256';

export interface AttachedFile extends Omit<ExtractionRequest, 'bytes'> {
  readonly base64: string;
}

export interface IngestPorts {
  readonly clock: Clock;
  digest(name: DigestName, bytes: Uint8Array): Uint8Array;
  /** Reads a file of the operator below the configuration folder; undefined if there is none. */
  configFile(path: string): Uint8Array | undefined;
  /** The expressions that identify user agents: YAML of the uap-core project. */
  userAgentExpressions(): string;
  /**
   * Extracts the text of a file in another thread and waits for it. If a document is stopped in the
   * meantime and started again, it makes the same call and continues to wait
   * (`Stopwatch.isWaiting`).
   */
  extract(file: AttachedFile): Extracted;
}
