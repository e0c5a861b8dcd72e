/** The secure settings of this node, and the reload of all nodes' keystores. */
import type { Log } from '@skein/base';
import { ApiError, asApiError } from '@skein/errors';
import { checkSecureNames, secureSetting } from '@skein/settings';
import type { NodeLinks } from '../node_links/mod.js';
import type { Keystore, SecureSettings } from './contract.js';
import type { SecureSettingCalls } from './secure_setting_calls.js';

export interface SecureSettingsParts {
  readonly links: Pick<NodeLinks<SecureSettingCalls>, 'localNodeId' | 'call' | 'handle'>;
  /** True if the traffic between nodes cannot be read by others. */
  readonly isTransportSecret: boolean;
  readonly keystore: Keystore;
  readonly secureSettings: ReadonlyMap<string, string>;
  readonly log: Log;
}

export class NodeSecureSettings implements SecureSettings {
  readonly #parts: SecureSettingsParts;
  #current: ReadonlyMap<string, string>;

  /** Registers the handler for reload calls. */
  constructor(parts: SecureSettingsParts) {
    this.#parts = parts;
    this.#current = reloadable(parts.secureSettings);
    parts.links.handle('secure_settings/reload', async ({ password }) => {
      await this.#reloadHere(password);
      return {};
    });
  }

  get(key: string): string | undefined {
    return this.#current.get(key);
  }

  async reload(
    nodeIds: readonly string[],
    password: string,
    options: Parameters<SecureSettings['reload']>[2] = {},
  ): Promise<ReadonlyMap<string, ApiError>> {
    const { links, isTransportSecret } = this.#parts;
    const isHereAlone = nodeIds.every((nodeId) => nodeId === links.localNodeId);
    if (password !== '' && !isTransportSecret && !isHereAlone) {
      throw new ApiError(
        'illegal_argument_exception',
        'Secure settings cannot be updated cluster wide when TLS for the transport layer is not enabled. Enable TLS or use the API with a `_local` filter on each node.',
      );
    }
    const failed = new Map<string, ApiError>();
    await Promise.all(
      nodeIds.map(async (nodeId) => {
        try {
          await links.call(nodeId, 'secure_settings/reload', { password }, options);
        } catch (thrown) {
          failed.set(nodeId, asApiError(thrown));
        }
      }),
    );
    return failed;
  }

  /** All or nothing: if the keystore cannot be read, the previous values remain. */
  async #reloadHere(password: string): Promise<void> {
    const { keystore, log } = this.#parts;
    const found = await keystore.read(password);
    checkSecureNames(found.keys());
    this.#current = reloadable(found);
    log.info('secure settings reloaded', { settings: [...this.#current.keys()].join(', ') });
  }
}

function reloadable(settings: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...settings].filter(([key]) => secureSetting(key)?.isReloaded === true));
}
