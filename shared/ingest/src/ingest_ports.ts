/** What processors ask of the world. */
import type { Clock } from '@skein/base';
import type { Extracted, ExtractionRequest } from '@skein/extraction/calls';

export type DigestName = 'md5' | 'sha1' | 'sha256' | 'sha3-256';

export interface AttachedFile extends Omit<ExtractionRequest, 'bytes'> {
  readonly base64: string;
}

export interface IngestPorts {
  readonly clock: Clock;
  digest(name: DigestName, bytes: Uint8Array): Uint8Array;
  /** A file of the operator, under the folder of the configuration; undefined: there is none. */
  configFile(path: string): Uint8Array | undefined;
  /** The expressions by which user agents are known: YAML of the uap-core project. */
  userAgentExpressions(): string;
  /**
   * The text of a file, read in another thread, which is waited for. A document that is stopped meanwhile and begun again asks the same again, and goes on
   * waiting (`Stopwatch.isWaiting`).
   */
  extract(file: AttachedFile): Extracted;
}
