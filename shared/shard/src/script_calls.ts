/** What a thread can be asked about scripts alone, apart from any shard. Plain data. */
import type { StoredScript } from '@skein/script';

type Nothing = Record<string, never>;

export interface ScriptCalls {
  /** Fails when the script does not compile for the context. */
  readonly check_script: {
    request: { readonly id: string; readonly script: StoredScript; readonly context: string };
    reply: Nothing;
  };
}
