/** What nodes ask of each other about their secrets. The secrets themselves never travel. */
import type { Routes } from '@skein/transport';

export type SecureSettingCalls = {
  /** Reads the keystore of the node again, with this password. */
  readonly 'secure_settings/reload': {
    readonly request: { readonly password: string };
    readonly reply: Record<string, never>;
  };
};

export const SECURE_SETTING_ROUTES = {
  'secure_settings/reload': { channel: 'reg', timeoutMs: 30_000 },
} as const satisfies Routes & Record<keyof SecureSettingCalls, unknown>;
