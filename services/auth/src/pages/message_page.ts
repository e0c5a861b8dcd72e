/** A page with only a message: an error, or completion. */
import { html } from './html.js';
import type { Page } from './page.js';

export function messagePage(
  title: string,
  text: string,
  { status = 200, code }: { readonly status?: number; readonly code?: string } = {},
): Page {
  return {
    title,
    status,
    body: html`<p>${text}</p>
${code === undefined ? undefined : html`<p class="small">Error: ${code}</p>`}`,
  };
}

export function errorPage(status: number, code: string, text: string): Page {
  return messagePage('The request failed', `${text}. Return to the application and try again.`, {
    status,
    code,
  });
}
