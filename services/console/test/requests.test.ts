/**
 * The main task of the requests page: writing with completion, running by keyboard, reading the
 * answer, and finding everything again, also from another window.
 */
import { checkLook, describeBrowser, type OpenedConsole, openConsole } from './opened.js';

const PATIENCE_MS = 5_000;
const MOST_ASKED = 24;

describeBrowser('the requests page', () => {
  let opened: OpenedConsole;

  beforeAll(async () => {
    opened = await openConsole();
    await opened.ask('POST', '/letters/_bulk?refresh=true', '{"index":{}}\n{"greeting":"hello"}\n');
  });
  afterAll(() => opened?.close());

  const editor = () => opened.page.getByRole('textbox', { name: 'Requests of this tab' });
  const answer = () => opened.page.getByRole('textbox', { name: 'Response' });

  async function write(text: string): Promise<void> {
    const { page } = opened;
    await editor().click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(text);
  }

  /**
   * Takes a completion. On a busy machine the editor may have given up waiting for the list, so it
   * is asked for again, as a person would do.
   */
  async function choose(name: string, exact = true): Promise<void> {
    const { page } = opened;
    const option = page.getByRole('option', { name, exact });
    for (let left = MOST_ASKED; left > 0; left--) {
      const isShown = await option.waitFor({ timeout: PATIENCE_MS }).then(
        () => true,
        () => false,
      );
      if (isShown) {
        await option.click();
        return await option.waitFor({ state: 'detached' });
      }
      await page.keyboard.press('Control+Space');
    }
    const lines = await editor().locator('.cm-line').allTextContents();
    throw new Error(`${name} is not offered: ${lines.join('\n')}; ${opened.faults.join(', ')}`);
  }

  it('runs the request at the caret, and shows what came back', async () => {
    const { page } = opened;
    await opened.open('#/requests');
    await write(
      'GET /_cat/indices?v\n\nPOST /letters/_search\n{\n  "query": { "match_all": {} }\n}',
    );
    await page.keyboard.press('Control+Enter');
    await page.getByRole('status').filter({ hasText: 'POST /letters/_search' }).waitFor();
    await answer().filter({ hasText: '"greeting": "hello"' }).waitFor();
    await checkLook(page, 'requests');
  });

  it('completes paths, names and fields', async () => {
    const { page } = opened;
    await write('');
    await page.keyboard.type('GET /lett');
    await choose('letters', false);
    await page.keyboard.type('/_sear');
    await choose('_search');
    await page.keyboard.press('Enter');
    await page.keyboard.insertText('{"query":{"exists":{"field":');
    await page.keyboard.type('"gree');
    await choose('greeting');
    await page.keyboard.insertText('"}}}');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('status').filter({ hasText: 'GET /letters/_search' }).waitFor();
    await answer().filter({ hasText: '"value": 1' }).waitFor();
  });

  it('takes a completion that is clicked right after a key', async () => {
    const { page } = opened;
    await write('');
    await page.keyboard.type('GET /lett');
    await page.getByRole('option', { name: 'letters' }).waitFor();
    await page.keyboard.press('e');
    await page.getByRole('option', { name: 'letters' }).dispatchEvent('mousedown');
    await editor().filter({ hasText: 'GET /letters' }).waitFor();
  });

  it('completes the members of a body and their values', async () => {
    const { page } = opened;
    await write('POST /letters/_search\n{');
    await page.keyboard.type('"highl');
    await choose('highlight');
    await page.keyboard.insertText('":{"fields":{"greeting":{}},"order":');
    await page.keyboard.type('"sc');
    await choose('score');
    await page.keyboard.insertText('"},"query":{');
    await page.keyboard.type('"match_ph');
    await choose('match_phrase');
    await page.keyboard.insertText('":{"greeting":"hello"}}}');
    await page.keyboard.press('Control+Enter');
    await answer().filter({ hasText: '<em>hello</em>' }).waitFor();
  });

  it('draws tokens, and where the time of a search went', async () => {
    const { page } = opened;
    await write('POST /_analyze\n{ "analyzer": "standard", "text": "Quick Fox" }');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('listitem').filter({ hasText: 'quick' }).waitFor();
    await write(
      'POST /letters/_search\n{ "profile": true, "query": { "match": { "greeting": "hello" } } }',
    );
    await page.keyboard.press('Control+Enter');
    await page.getByRole('row').filter({ hasText: 'greeting:hello' }).first().waitFor();
    await checkLook(page, 'drawn');
    await page.getByRole('button', { name: 'Rendered' }).click();
    await answer().filter({ hasText: '"profile"' }).waitFor();
    await page.getByRole('button', { name: 'Rendered' }).click();
  });

  it('takes a curl command for the request that it is', async () => {
    const { page } = opened;
    await write('');
    const curl = `curl -X POST 'http://elsewhere:9200/letters/_count' -d '{"query":{"match":{"greeting":"hello"}}}'`;
    await page.evaluate(`{
      const data = new DataTransfer();
      data.setData('text/plain', ${JSON.stringify(curl)});
      const target = document.querySelector('.editor').shadowRoot.querySelector('.cm-content');
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }`);
    await editor().filter({ hasText: 'POST /letters/_count' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await answer().filter({ hasText: '"count": 1' }).waitFor();
  });

  it('keeps tabs and history in the cluster', async () => {
    const { page } = opened;
    await page.getByLabel('Name of the tab').fill('counts');
    await page.getByLabel('Name of the tab').press('Enter');
    await page.getByText('Tabs and history are stored in the cluster').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'counts' }).waitFor();
    await editor().filter({ hasText: 'POST /letters/_count' }).waitFor();
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'GET /letters/_search' }).click();
    await page.getByRole('button', { name: '2', exact: true }).waitFor();
    await page.getByText('Tabs and history are stored in the cluster').waitFor();
    const kept = await opened.ask<{ readonly _source: { readonly content: object } }>(
      'GET',
      '/.skein-console/_doc/tabs:_open',
    );
    expect(kept._source.content).toMatchObject({
      tabs: [{ name: 'counts' }, { name: '2' }],
      history: expect.arrayContaining([
        expect.objectContaining({ text: expect.stringContaining('_count'), status: 200 }),
      ]),
    });
  });

  it('does not overwrite what another window wrote', async () => {
    const { page } = opened;
    await page.getByText('Tabs and history are stored in the cluster').waitFor();
    await opened.ask('PUT', '/.skein-console/_doc/tabs:_open', {
      content: { tabs: [{ id: '1', name: 'theirs', text: 'GET /' }], history: [] },
    });
    await page.getByRole('button', { name: 'New tab' }).click();
    await page.getByText('Another window has changed your tabs').waitFor();
    await page.getByRole('button', { name: 'Use the other version' }).click();
    await page.getByRole('button', { name: 'theirs' }).waitFor();
  });

  it('fills in variables, and completes parameters and their values', async () => {
    const { page } = opened;
    await write('@index = letters\n@word = hello\n\n');
    await page.keyboard.type('GET /{{ind');
    await choose('index');
    await page.keyboard.insertText('/_search?');
    await page.keyboard.type('filter_pa');
    await choose('filter_path=', false);
    await page.keyboard.insertText('hits.total.value&');
    await page.keyboard.type('explain=t');
    await choose('true');
    await page.keyboard.press('Enter');
    await page.keyboard.insertText('{"query":{"match":{"greeting":"{{word}}"}}}');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('status').filter({ hasText: 'GET /letters/_search?' }).waitFor();
    await answer().filter({ hasText: '"value": 1' }).waitFor();
  });

  it('keeps an answer beside the next one', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Compare with the next response' }).click();
    await write('GET /letters/_count');
    await page.keyboard.press('Control+Enter');
    await answer().filter({ hasText: '"count": 1' }).waitFor();
    const before = page.getByRole('region', { name: 'Previous response' });
    await before.getByText('GET /letters/_search?').waitFor();
    expect(await page.locator('.cm-tooltip-autocomplete').count()).toBe(0);
    await checkLook(page, 'beside');
    await before.getByRole('button', { name: 'Close' }).click();
    await before.waitFor({ state: 'detached' });
  });

  it('measures two versions of a query by judgments, as the API does', async () => {
    const { page } = opened;
    const lines = ['sea', 'the sea', 'deep sea'].map(
      (title, i) => `{"index":{"_id":"b${i}"}}\n${JSON.stringify({ title })}\n`,
    );
    await opened.ask('POST', '/books/_bulk?refresh=true', lines.join(''));
    await page.getByRole('button', { name: 'Compare two queries' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Index').fill('books');
    await dialog.getByLabel('Query B').fill('{"match_phrase":{"title":"deep sea"}}');
    await dialog.getByLabel('Judgments').fill('b2 3');
    await dialog.getByRole('button', { name: 'Measure' }).click();
    const { details } = await opened.ask<{
      readonly details: Readonly<Record<string, { readonly metric_score: number }>>;
    }>('POST', '/books/_rank_eval', {
      requests: [
        {
          id: 'a',
          request: { query: { match: { title: 'sea' } } },
          ratings: [{ _index: 'books', _id: 'b2', rating: 3 }],
        },
      ],
      metric: { dcg: { k: 10, normalize: true } },
    });
    const score = new Intl.NumberFormat('en', { maximumFractionDigits: 4 });
    await dialog.getByText(`A: ${score.format(details.a?.metric_score ?? 0)}. B: 1.`).waitFor();
    await dialog.getByLabel('Relevance of b0').selectOption('1');
    expect(await dialog.getByLabel('Judgments').inputValue()).toBe('b2 3\nb0 1');
    await checkLook(page, 'rank');
    await dialog.getByRole('button', { name: 'Open in Requests' }).click();
    await editor().filter({ hasText: 'POST /books/_rank_eval' }).waitFor();
    await page.getByRole('button', { name: 'Judgments', exact: true }).waitFor();
  });

  it('opens what another page sent in a tab of its own', async () => {
    const { page } = opened;
    await opened.open('#/search?index=letters');
    await page.getByRole('button', { name: 'Request' }).click();
    await page.getByRole('button', { name: 'Open in Requests' }).click();
    await editor().filter({ hasText: 'POST /letters/_search' }).waitFor();
    await page.getByRole('button', { name: 'theirs' }).waitFor();
  });

  it('asked nobody else for anything, and broke no rule of its own', () => {
    expect(opened.faults).toEqual([]);
  });
});
