import express from 'express';
import request from 'supertest';
import { html } from './html.js';
import { type Page, sendPage } from './page.js';

async function sent(more: Partial<Page> = {}) {
  const app = express().get('/', (_request, response) => {
    sendPage(response, { title: 'A & B', body: html`<p>${'<i>'}</p>`, ...more });
  });
  const { status, headers, text } = await request(app).get('/');
  return { status, text, headers, policy: headers['content-security-policy'] ?? '' };
}

const directives = (policy: string) =>
  policy.split('; ').filter((each) => !/^style-src/.test(each));

it.each([
  [undefined, "form-action 'self'"],
  ['https://app.example:8443/cb?x=1', "form-action 'self' https://app.example:8443"],
  ['http://127.0.0.1:5000/cb', "form-action 'self' http://127.0.0.1:5000"],
  ['com.example.app:/cb', "form-action 'self' com.example.app:"],
])('a form that leads to %s may be sent there and nowhere else', async (leadsTo, action) => {
  const { policy } = await sent(leadsTo === undefined ? {} : { leadsTo });
  expect(directives(policy)).toEqual([
    "default-src 'none'",
    action,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]);
});

it('the style in the page is the only one that its policy allows', async () => {
  const { policy, text } = await sent();
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(text) ?? [];
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style));
  const hash = Buffer.from(digest).toString('base64');
  expect(policy).toContain(`style-src 'sha256-${hash}'`);
});

it('a page is neither framed, sniffed, kept nor told of', async () => {
  const { headers, status, text } = await sent({ status: 403 });
  expect(status).toBe(403);
  expect(headers).toMatchObject({
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
    pragma: 'no-cache',
    'content-type': 'text/html; charset=utf-8',
  });
  expect(text).toContain('<title>A &amp; B</title>');
  expect(text).toContain('<p>&lt;i&gt;</p>');
  expect((await sent()).status).toBe(200);
});
