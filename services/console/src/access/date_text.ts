import { language } from '../messages/messages.js';

/** The date and time in the reader's language; `iso` is an instant as the issuer writes it. */
export function dateText(iso: string): string {
  const form = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(language.value, form).format(Date.parse(iso));
}
