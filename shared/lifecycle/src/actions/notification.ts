/**
 * Sends a notification by webhook. If the master fails between the call and the step, the new
 * master sends it again.
 */
import type { Action, Webhook } from '../policy.js';

export function notification(webhook: Webhook): Pick<Action, 'asksPrimaries' | 'next'> {
  return {
    asksPrimaries: false,
    next: () => ({
      kind: 'work',
      work: { kind: 'webhook', webhook, text: webhook.template },
      message: 'Successfully sent notification',
    }),
  };
}
