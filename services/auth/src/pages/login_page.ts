/**
 * The sign-in page. Labels, autocomplete and a single column serve password managers, screen
 * readers and phones.
 */
import { html } from './html.js';
import type { Page } from './page.js';

interface LoginPage {
  readonly action: string;
  readonly formToken: string;
  readonly clientName: string;
  readonly leadsTo: string | undefined;
  /** The name typed in the previous attempt. */
  readonly userName?: string;
  readonly problem?: string;
  readonly status?: number;
}

export function loginPage(page: LoginPage): Page {
  const { action, formToken, clientName, userName = '', problem, leadsTo, status = 200 } = page;
  const first = html` autofocus`;
  return {
    title: 'Sign in',
    status,
    ...(leadsTo === undefined ? {} : { leadsTo }),
    body: html`<p>to continue to <strong>${clientName}</strong></p>
${problem === undefined ? undefined : html`<p role="alert" id="problem">${problem}</p>`}
<form method="post" action="${action}">
<input type="hidden" name="form_token" value="${formToken}">
<label for="username">User name</label>
<input id="username" name="username" value="${userName}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="128"${problem === undefined ? undefined : html` aria-describedby="problem"`}${userName === '' ? first : undefined}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1024"${userName === '' ? undefined : first}>
<button class="first" type="submit">Sign in</button>
</form>`,
  };
}
