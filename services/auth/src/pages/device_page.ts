/** The page where the user types the code of a device (RFC 8628 §3.3). */
import { html } from './html.js';
import type { Page } from './page.js';

interface DeviceCodePage {
  readonly action: string;
  readonly formToken: string;
  readonly userCode: string;
  readonly problem?: string;
  readonly status?: number;
}

export function deviceCodePage(page: DeviceCodePage): Page {
  const { action, formToken, userCode, problem, status = 200 } = page;
  return {
    title: 'Connect a device',
    status,
    body: html`${problem === undefined ? undefined : html`<p role="alert" id="problem">${problem}</p>`}
<form method="post" action="${action}">
<input type="hidden" name="form_token" value="${formToken}">
<label for="user_code">Code on the device</label>
<input id="user_code" class="code" autofocus name="user_code" value="${userCode}" autocomplete="off" autocapitalize="characters" spellcheck="false" required maxlength="20"${problem === undefined ? undefined : html` aria-describedby="problem"`}>
<button class="first" type="submit">Continue</button>
</form>`,
  };
}
