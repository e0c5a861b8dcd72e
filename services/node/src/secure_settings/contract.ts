/** The secrets a node works with, as those who need or renew them see it. */
import type { ApiError } from '@skein/errors';

/** The file they are kept in. */
export interface Keystore {
  /** Rejects with an ApiError when it is missing or cannot be opened. */
  read(password: string): Promise<ReadonlyMap<string, string>>;
}

export interface SecureSettings {
  /** The value of a setting that can be reloaded; `undefined`: the keystore has none. */
  get(key: string): string | undefined;
  /** Lets each node read its keystore again: what it could not do it for, by node. */
  reload(
    nodeIds: readonly string[],
    password: string,
    options?: { readonly timeoutMs?: number; readonly signal?: AbortSignal },
  ): Promise<ReadonlyMap<string, ApiError>>;
}
