/**
 * Calls a policy's webhook. Authors of policies must not reach every host that the nodes can reach,
 * so the operator configures the allowed hosts.
 */
import { simpleMatch } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { Webhook } from '@skein/lifecycle';

interface WebhookOptions {
  /** Patterns of hosts, such as `hooks.example.com` or `*.example.com:8080`. */
  readonly allowedHosts: readonly string[];
  readonly signal: AbortSignal;
}

const LONGEST_MS = 30_000;

/** Rejects unless the response is a success. */
export async function callWebhook(
  { url, method, headers, body }: Webhook,
  text: string,
  { allowedHosts, signal }: WebhookOptions,
): Promise<void> {
  const { host, hostname } = new URL(url);
  if (!allowedHosts.some((one) => simpleMatch(one, host) || simpleMatch(one, hostname))) {
    const reason = `host [${host}] is not one of [lifecycle.webhook.allowed_hosts]`;
    throw new ApiError('illegal_argument_exception', reason);
  }
  const response = await fetch(url, {
    method,
    headers,
    body: body(text),
    // An allowed host must not redirect to another one.
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
  });
  await response.body?.cancel();
  if (!response.ok) {
    throw new ApiError(
      'illegal_state_exception',
      `[${host}] answered with status ${response.status}`,
    );
  }
}
