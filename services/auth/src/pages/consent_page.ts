/**
 * The consent page: the client, the requested rights, the user, and the target of the response.
 * Refusing is as easy as allowing.
 */
import { describeScope } from './describe_scope.js';
import { html } from './html.js';
import type { Page } from './page.js';

interface ConsentPage {
  readonly action: string;
  readonly formToken: string;
  readonly clientName: string;
  readonly userName: string;
  readonly scopes: readonly string[];
  /** Undefined for a device, which polls for the response. */
  readonly leadsTo: string | undefined;
  /** The code that the device shows, for comparison by the user (RFC 8628 §3.3.1). */
  readonly userCode?: string;
}

export function consentPage(page: ConsentPage): Page {
  const { action, formToken, clientName, userName, scopes, leadsTo, userCode } = page;
  return {
    title: `Allow ${clientName}?`,
    ...(leadsTo === undefined ? {} : { leadsTo }),
    body: html`<p><strong>${clientName}</strong> requests permission to act for <strong>${userName}</strong>. With your consent, it can:</p>
<ul>
${scopes.map((scope) => html`<li>${describeScope(scope)}</li>\n`)}</ul>
${
  userCode === undefined
    ? undefined
    : html`<p>Continue only if your device shows this code:</p>
<p class="code">${userCode}</p>`
}
${leadsTo === undefined ? undefined : html`<p class="small">After your decision, the browser returns to ${leadsTo}</p>`}
<form method="post" action="${action}">
<input type="hidden" name="form_token" value="${formToken}">
<button class="first" type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny">Deny</button>
<br>
<button class="quiet small" type="submit" name="decision" value="switch">Sign in as another user</button>
</form>`,
  };
}
