import { language } from '../messages/messages.js';

/** `iso`: as the issuer writes an instant. */
export function dateText(iso: string): string {
  const form = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(language.value, form).format(Date.parse(iso));
}
