/**
 * The main task of the search page: searching, filtering, viewing, sorting, reading on and
 * exporting, with numbers that are the API's.
 */
import { readFileSync } from 'node:fs';
import { checkLook, describeBrowser, type OpenedConsole, openConsole } from './opened.js';

const COUNT = 240;
const DAY_MS = 86_400_000;
const FIRST_MS = Date.parse('2026-01-01T00:00:00Z');

function document(n: number): object {
  const level = n % 8 === 0 ? 'error' : 'info';
  const at = new Date(FIRST_MS + (n % 30) * DAY_MS).toISOString();
  return { '@timestamp': at, level, n, message: `request ${n} took a while`, big: '#' };
}

describeBrowser('the search page', () => {
  let opened: OpenedConsole;

  beforeAll(async () => {
    opened = await openConsole();
    const lines = Array.from({ length: COUNT }, (_, n) => {
      // A long that a JavaScript number cannot represent.
      const source = JSON.stringify(document(n)).replace('"#"', '9007199254740993');
      return `{"index":{"_id":"d${n}"}}\n${source}\n`;
    });
    await opened.ask('POST', '/requests-1/_bulk?refresh=true', lines.join(''));
  });
  afterAll(() => opened?.close());

  const found = (text: string) =>
    opened.page.getByRole('status').filter({ hasText: text }).waitFor();

  it('is led by what there is: indices, fields and values', async () => {
    const { page } = opened;
    await opened.open('#/search');
    await page.getByRole('link', { name: 'requests-1' }).waitFor();
    await page.getByLabel('Index, alias, stream or pattern').fill('requests-*');
    await page.keyboard.press('Enter');
    await found(`${COUNT} found, 50 shown`);
    await page.keyboard.press('Escape');
    const query = page.getByRole('combobox', { name: 'Query' });
    await query.pressSequentially('lev');
    await page.getByRole('option', { name: 'level', exact: true }).click();
    await page.getByRole('option', { name: 'error' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await query.inputValue()).toBe('level:error ');
    await page.keyboard.press('Enter');
    await found('30 found, 30 shown');
    expect(await page.locator('mark').first().textContent()).toBe('error');
    await checkLook(page, 'search');
  });

  it('has its whole state in the address', async () => {
    const { page } = opened;
    const address = page.url();
    expect(address).toContain('index=requests-');
    await page.goto('about:blank');
    await page.goto(address);
    await found('30 found');
  });

  it('filters by values that are clicked, of a document and of a field', async () => {
    const { page } = opened;
    await opened.open('#/search?index=requests-1');
    await found(`${COUNT} found`);
    await page.getByRole('button', { name: 'Document d29' }).click();
    await page.getByText('9007199254740993').last().waitFor();
    await page.getByRole('button', { name: 'Only with n: 29' }).click();
    await found('1 found');
    await page.getByRole('button', { name: 'JSON' }).click();
    await page.getByText('"big": 9007199254740993').waitFor();
    await checkLook(page, 'document');
    await page.getByRole('button', { name: 'Remove the filter n: 29' }).click();
    await page.locator('.fields summary', { hasText: 'level' }).click();
    await page.getByText('2 different values, in 240 of 240 documents').waitFor();
    await page.getByRole('button', { name: 'Only without level: info' }).click();
    await found('30 found');
  });

  it('sorts by a column, and reads on without showing any twice', async () => {
    const { page } = opened;
    await opened.open('#/search?index=requests-1&columns=n,message&sort=n%3Adesc');
    await found('50 shown');
    const cells = () => page.locator('.hits tbody tr td:nth-child(3)').allTextContents();
    expect((await cells()).slice(0, 3)).toEqual(['239', '238', '237']);
    for (const shown of [100, 150, 200, COUNT]) {
      await page.getByRole('button', { name: 'Show more' }).click();
      await found(`${shown} shown`);
    }
    expect(await cells()).toEqual(Array.from({ length: COUNT }, (_, i) => String(239 - i)));
  });

  it('narrows the time by a bar, and by the picker', async () => {
    const { page } = opened;
    await opened.open('#/search?index=requests-1');
    await found(`${COUNT} found`);
    await page.locator('.bar-place').first().click();
    await page.waitForURL(/from=2026/);
    const { count } = await opened.ask<{ readonly count: number }>('POST', '/requests-1/_count', {
      query: { range: { '@timestamp': { lt: '2026-01-02' } } },
    });
    await found(`${count} found`);
    await page.getByLabel('Range').selectOption('now-15m');
    await found('0 found');
  });

  it('shows the request that was sent', async () => {
    const { page } = opened;
    await opened.open('#/search?index=requests-1&q=level%3Aerror');
    await found('30 found');
    await page.getByRole('button', { name: 'Request' }).click();
    const text = await page.getByRole('dialog').textContent();
    expect(text).toContain('POST /requests-1/_search');
    expect(text).toContain(`curl -X POST '${opened.url}/requests-1/_search'`);
    await checkLook(page, 'request');
    await page.keyboard.press('Escape');
  });

  it('takes away all that was found, as a file', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(download.suggestedFilename()).toBe('requests-1.csv');
    expect(lines[0]).toBe('_index,_id,@timestamp,big,level,message,n');
    expect(lines).toHaveLength(31);
    expect(lines[1]).toContain('9007199254740993,error,');
  });

  it('draws a chart of what is found, in the numbers of the API, whose request is a click away', async () => {
    const { page } = opened;
    await page.keyboard.press('Escape');
    await opened.open('#/search?index=requests-1');
    await found(`${COUNT} found`);
    await page.getByRole('button', { name: 'Chart', exact: true }).click();
    await page.getByLabel('Group by', { exact: true }).selectOption('level');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('error').getByText('30').waitFor();
    await row('info').getByText('210').waitFor();
    await page.getByLabel('Metric', { exact: true }).selectOption('avg');
    await page.getByLabel('Field', { exact: true }).selectOption('n');
    const { aggregations } = await opened.ask<{
      readonly aggregations: { readonly mean: { readonly value: number } };
    }>('POST', '/requests-1/_search', {
      size: 0,
      query: { match: { level: 'error' } },
      aggs: { mean: { avg: { field: 'n' } } },
    });
    await row('error').getByText(String(aggregations.mean.value), { exact: true }).waitFor();
    await checkLook(page, 'chart');
    await page.getByLabel('Group by', { exact: true }).selectOption('@timestamp');
    await page.getByLabel('Chart type', { exact: true }).selectOption('line');
    await page.getByRole('img', { name: 'Average n by @timestamp' }).locator('canvas').waitFor();
    await checkLook(page, 'chart-line');
    await page.getByRole('button', { name: 'Request of the chart' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('"auto_date_histogram"').first().waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('img', { name: 'Average n by @timestamp' }).waitFor();
  });

  it('offers filters by fields alone: the parts of a point are none', async () => {
    const { page } = opened;
    await opened.ask('PUT', '/places', { mappings: { properties: { at: { type: 'geo_point' } } } });
    await opened.ask('PUT', '/places/_doc/1?refresh=true', { n: 1, at: { lat: 1.5, lon: 2.5 } });
    await opened.open('#/search');
    await page.getByRole('link', { name: 'places' }).click();
    await page.getByRole('button', { name: 'Document 1' }).click();
    await page.getByRole('rowheader', { name: 'at.lat' }).waitFor();
    await page.getByRole('button', { name: 'Only with n: 1' }).waitFor();
    expect(await page.getByRole('button', { name: 'Only with at.lat' }).count()).toBe(0);
  });

  it('has the button of a chart beside the others', async () => {
    const { page } = opened;
    await opened.open('#/search?index=requests-1');
    const top = async (name: string) =>
      (await page.getByRole('button', { name, exact: true }).boundingBox())?.y;
    await found(`${COUNT} found`);
    expect(await top('Chart')).toBe(await top('Export'));
  });

  it('says what is wrong with a query', async () => {
    const { page } = opened;
    await opened.open('#/search?index=requests-1');
    await found(`${COUNT} found`);
    await page.getByRole('combobox', { name: 'Query' }).fill('level:(');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'level:(' }).first().waitFor();
    // Hits of the query before would pass for those of this one.
    expect(await page.locator('.hits').count()).toBe(0);
  });

  it('asked nobody else for anything, and broke no rule of its own', () => {
    expect(opened.faults).toEqual([]);
  });
});
