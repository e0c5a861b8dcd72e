/** Device codes in a map. */
import type { DeviceCode } from '../../models/device_code.js';
import type { RefreshToken } from '../../models/grant.js';
import type { ClaimResult, DeviceStore } from '../store.js';
import { taken } from '../taken.js';
import { type MemoryGrants, purgeMap } from './memory_grants.js';

export class MemoryDevices implements DeviceStore {
  readonly #devices = new Map<string, DeviceCode>();
  readonly #grants: MemoryGrants;

  constructor(grants: MemoryGrants) {
    this.#grants = grants;
  }

  async add(device: DeviceCode): Promise<void> {
    if (this.#devices.has(device.hash) || (await this.byUserCode(device.userCodeHash))) {
      throw taken('device code', device.hash);
    }
    this.#devices.set(device.hash, device);
  }

  async get(hash: string): Promise<DeviceCode | undefined> {
    return this.#devices.get(hash);
  }

  async byUserCode(userCodeHash: string): Promise<DeviceCode | undefined> {
    return [...this.#devices.values()].find((device) => device.userCodeHash === userCodeHash);
  }

  async polled(hash: string, nowMs: number, intervalMs: number): Promise<void> {
    const device = this.#devices.get(hash);
    if (device) this.#devices.set(hash, { ...device, polledMs: nowMs, intervalMs });
  }

  async decide(hash: string, nowMs: number, grantId: string | undefined): Promise<boolean> {
    const device = this.#devices.get(hash);
    if (device?.state !== 'pending' || device.expiresMs <= nowMs) return false;
    const state = grantId === undefined ? 'denied' : 'approved';
    this.#devices.set(hash, { ...device, state, grantId });
    return true;
  }

  async redeem(hash: string, nowMs: number, refresh?: RefreshToken): Promise<ClaimResult> {
    const device = this.#devices.get(hash);
    if (device?.state === 'used') return 'used';
    const live = device?.grantId !== undefined && this.#grants.isLive(device.grantId);
    if (device?.state !== 'approved' || device.expiresMs <= nowMs || !live) return 'dead';
    this.#devices.set(hash, { ...device, state: 'used' });
    if (refresh) void this.#grants.addRefreshToken(refresh);
    return 'won';
  }

  purge(nowMs: number): number {
    return purgeMap(this.#devices, nowMs, ({ expiresMs }) => expiresMs);
  }
}
