/**
 * The certificate of a server, read from two PEM files, and read again whenever they change: a
 * renewed certificate needs no restart. If the files do not match, as while they are being replaced
 * one after the other, the old pair stays.
 */
import { readFileSync, statSync } from 'node:fs';
import type { Server } from 'node:https';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { type Log, reasonOf } from '@skein/base';
import { ApiError } from '@skein/errors';

export interface TlsFiles {
  /** The server's certificate, then the chain to the authority. */
  readonly certificate: string;
  readonly key: string;
}

/** Interval at which a server's files are checked. */
const LOOK_MS = 5_000;

export class TlsCertificate {
  readonly #files: TlsFiles;
  readonly #log: Log;
  readonly #servers = new Set<Server>();
  #options: SecureContextOptions;
  /** The version of the files in use. */
  #seen: string;
  /** The version and the fault of the pair that was rejected last, which is reported once. */
  #rejected = '';

  /** Throws an ApiError that names the files and the reason. */
  constructor(files: TlsFiles, log: Log) {
    this.#files = files;
    this.#log = log;
    this.#seen = versionOf(files);
    this.#options = readPair(files);
  }

  get options(): SecureContextOptions {
    return this.#options;
  }

  /** Keeps the server's certificate up to date until the server closes. */
  follow(server: Server): void {
    this.#servers.add(server);
    const timer = setInterval(() => this.refresh(), LOOK_MS);
    timer.unref();
    server.once('close', () => {
      clearInterval(timer);
      this.#servers.delete(server);
    });
  }

  /** Checks the files now. */
  refresh(): void {
    let version = '';
    try {
      version = versionOf(this.#files);
      if (version === this.#seen) return;
      this.#options = readPair(this.#files);
      this.#seen = version;
      for (const server of this.#servers) server.setSecureContext(this.#options);
      this.#log.info('certificate replaced', { file: this.#files.certificate });
    } catch (failure) {
      const reason = reasonOf(failure);
      if (this.#rejected === `${version} ${reason}`) return;
      this.#rejected = `${version} ${reason}`;
      this.#log.warn('new certificate rejected', { reason });
    }
  }
}

function versionOf({ certificate, key }: TlsFiles): string {
  return [certificate, key]
    .map((path) => {
      const { mtimeMs, size, ino } = statSync(path, { throwIfNoEntry: false }) ?? {};
      return `${mtimeMs} ${size} ${ino}`;
    })
    .join();
}

function readPair(files: TlsFiles): SecureContextOptions {
  try {
    const cert = readFileSync(files.certificate);
    const key = readFileSync(files.key);
    const options = { cert, key, minVersion: 'TLSv1.2' } as const;
    createSecureContext(options);
    return options;
  } catch (failure) {
    throw new ApiError(
      'settings_exception',
      `certificate [${files.certificate}] and key [${files.key}] cannot be used: ${reasonOf(failure)}`,
    );
  }
}

/**
 * The files of `http.tls.certificate` and `http.tls.key`; `undefined` when neither is set. Throws
 * when one is missing.
 */
export function tlsFiles(certificate: string, key: string): TlsFiles | undefined {
  if (certificate === '' && key === '') return undefined;
  if (certificate !== '' && key !== '') return { certificate, key };
  throw new ApiError(
    'settings_exception',
    '[http.tls.certificate] and [http.tls.key] must be set together',
  );
}
