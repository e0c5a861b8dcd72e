/** The secure settings of a node, and their reload. */
import type { ApiError } from '@skein/errors';

/** The file that stores them. */
export interface Keystore {
  /** Rejects with an ApiError if the file is missing or cannot be opened. */
  read(password: string): Promise<ReadonlyMap<string, string>>;
}

export interface SecureSettings {
  /** The value of a reloadable setting; undefined if the keystore has none. */
  get(key: string): string | undefined;
  /** Makes each node reload its keystore; returns the failures by node. */
  reload(
    nodeIds: readonly string[],
    password: string,
    options?: { readonly timeoutMs?: number; readonly signal?: AbortSignal },
  ): Promise<ReadonlyMap<string, ApiError>>;
}
