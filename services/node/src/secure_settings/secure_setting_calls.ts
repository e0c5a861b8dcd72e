/** Calls between nodes about secure settings. The secrets themselves are never sent. */
import type { Routes } from '@skein/transport';

export type SecureSettingCalls = {
  /** Reloads the node's keystore with this password. */
  readonly 'secure_settings/reload': {
    readonly request: { readonly password: string };
    readonly reply: Record<string, never>;
  };
};

export const SECURE_SETTING_ROUTES = {
  'secure_settings/reload': { channel: 'reg', timeoutMs: 30_000 },
} as const satisfies Routes & Record<keyof SecureSettingCalls, unknown>;
