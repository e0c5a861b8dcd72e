/** The dependencies of every endpoint, made once by the composition root. */
import type { Clock, Log } from '@skein/base';
import type { AuthConfig } from './config.js';
import type { KeyStore } from './keys/keystore.js';
import type { DerivedSecrets } from './keys/master_key.js';
import type { Metrics } from './metrics/metrics.js';
import type { AuditEvent } from './models/audit_event.js';
import type { PasswordChecker } from './passwords/password_checker.js';
import type { WaitingRoom } from './sessions/waiting_room.js';
import type { Store } from './store/store.js';

export interface AuthContext {
  readonly config: AuthConfig;
  readonly issuer: string;
  readonly store: Store;
  readonly keys: KeyStore;
  readonly passwords: PasswordChecker;
  readonly secrets: DerivedSecrets;
  readonly waitingRoom: WaitingRoom;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly log: Log;
}

/** Records an event in the stored audit log and in the shipped log. */
export async function audit(
  { store, clock, log }: AuthContext,
  event: Omit<AuditEvent, 'timeMs'>,
): Promise<void> {
  const { event: name, clientId, userId, detail } = event;
  log.info(name.replaceAll('_', ' '), {
    audit: name,
    ...(clientId === undefined ? {} : { client_id: clientId }),
    ...(userId === undefined ? {} : { user_id: userId }),
    ...(detail === undefined ? {} : { detail }),
  });
  await store.audit.add({ ...event, timeMs: clock.nowMs() });
}
