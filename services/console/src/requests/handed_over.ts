/** Requests that other pages hand to the page Requests, where each becomes a tab. */
import { signal } from '@preact/signals';
import { go } from '../browser/navigation.js';

interface HandedOver {
  readonly name: string;
  readonly text: string;
}

const waiting = signal<readonly HandedOver[]>([]);

export function openInRequests(request: HandedOver): void {
  waiting.value = [...waiting.value, request];
  go({ page: 'requests', params: {} });
}

export function takeHandedOver(): readonly HandedOver[] {
  const taken = waiting.value;
  waiting.value = [];
  return taken;
}
