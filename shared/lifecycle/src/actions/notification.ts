/** Somebody is told by a web hook. A master that dies between the call and the step tells it again. */
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
