/**
 * The main tasks of the data page: importing a file as an index; making, viewing, closing and
 * deleting an index.
 */
import { checkLook, describeBrowser, type OpenedConsole, openConsole } from './opened.js';

const CSV = `name,born,code,height
Ada,1815-12-10,007,1.65
Grace,1906-12-09,008,1.67
Nobody,long ago,009,1.7
`;

describeBrowser('the data page', () => {
  let opened: OpenedConsole;

  beforeAll(async () => {
    opened = await openConsole();
    await opened.ask('PUT', '/empty', { settings: { number_of_replicas: 0 } });
  });
  afterAll(() => opened?.close());

  const row = (name: string) =>
    opened.page
      .getByRole('row')
      .filter({ has: opened.page.getByRole('button', { name, exact: true }) });

  it('imports a file: types are guessed, shown and changed, and lines that do not fit are told', async () => {
    const { page } = opened;
    await opened.open('#/data');
    await row('empty').waitFor();
    await checkLook(page, 'data');
    await page.getByRole('button', { name: 'Import a file' }).click();
    const file = { name: 'People 2026.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('3 documents (csv)').waitFor();
    expect(await page.getByLabel('New index').inputValue()).toBe('people-2026');
    expect(await page.getByLabel('Type of code').inputValue()).toBe('keyword');
    expect(await page.getByLabel('Type of height').inputValue()).toBe('double');
    await page.getByLabel('Type of born').selectOption('date');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('2 of 3 indexed').waitFor();
    await page.getByText(/Line 4: .*born/).waitFor();
    await checkLook(page, 'import');
    const { hits } = await opened.ask<{
      readonly hits: { readonly hits: readonly { readonly _source: object }[] };
    }>('GET', '/people-2026/_search?q=name:Ada');
    expect(hits.hits.map(({ _source }) => _source)).toEqual([
      { name: 'Ada', born: '1815-12-10', code: '007', height: 1.65 },
    ]);
    await page.keyboard.press('Escape');
    await row('people-2026').getByRole('cell', { name: '2', exact: true }).waitFor();
  });

  it('says what is wrong with a file, wherever on the page it is dropped', async () => {
    const { page } = opened;
    const drop = (name: string, content: string) =>
      page.evaluate(`{
        const data = new DataTransfer();
        data.items.add(new File([${content}], '${name}'));
        const init = { bubbles: true, cancelable: true, dataTransfer: data };
        document.querySelector('h1').dispatchEvent(new DragEvent('drop', init));
      }`);
    await drop('sheet.csv', 'Uint8Array.of(80, 75, 3, 4, 0, 0)');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('alert').filter({ hasText: 'no text in UTF-8' }).waitFor();
    await drop('open.csv', "'name\\na\\n\"b\\nc'");
    await dialog.getByText('1 document (csv)').waitFor();
    await dialog.getByText('Line 3: a quote that is never closed').waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await drop('nothing.csv', '""');
    await dialog.getByText('0 documents (csv)').waitFor();
    expect(await dialog.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(
      true,
    );
    await page.keyboard.press('Escape');
  });

  it('makes an index and gives it an alias', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Create index' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('made');
    await dialog.getByLabel('Primary shards').fill('2');
    await dialog.getByLabel('Replicas').fill('0');
    await dialog.getByRole('button', { name: 'Create index' }).click();
    await row('made').getByText('2 × 1').waitFor();
    await page.getByRole('button', { name: 'made', exact: true }).click();
    await dialog.getByRole('button', { name: 'Aliases' }).click();
    await dialog.getByLabel('Alias', { exact: true }).fill('other-name');
    await dialog.getByRole('button', { name: 'Add alias' }).click();
    await dialog.getByRole('listitem').filter({ hasText: 'other-name' }).waitFor();
    expect(await opened.ask('GET', '/_alias/other-name')).toHaveProperty('made');
    await checkLook(page, 'index');
  });

  it('closes an index, and deletes it once its name is typed', async () => {
    const { page } = opened;
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await dialog.getByRole('button', { name: 'Open', exact: true }).waitFor();
    const remove = dialog.getByRole('button', { name: 'Delete' });
    expect(await remove.isDisabled()).toBe(true);
    await dialog.getByLabel(/type its name/).fill('made');
    await remove.click();
    await row('made').waitFor({ state: 'detached' });
    const { status } = await fetch(`${opened.url}/made`, { method: 'HEAD' });
    expect(status).toBe(404);
  });

  it('says why something cannot be done', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Create index' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Not_Small');
    await dialog.getByRole('button', { name: 'Create index' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'lowercase' }).waitFor();
  });

  it('tries a pipeline with documents before it is stored', async () => {
    const { page } = opened;
    await opened.open('#/data?list=pipelines');
    await page.getByRole('button', { name: 'New' }).click();
    const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('JSON') });
    await dialog.getByLabel('Name').fill('greet');
    const pipeline = { description: 'Greets', processors: [{ uppercase: { field: 'message' } }] };
    await dialog.getByLabel('JSON').fill(JSON.stringify(pipeline));
    await dialog.getByText('Try it with documents').click();
    await dialog.getByLabel('Documents, one per line').fill('{"message":"hello"}');
    await dialog.getByRole('button', { name: 'Try', exact: true }).click();
    await dialog.getByText('"message": "HELLO"').waitFor();
    await checkLook(page, 'pipeline');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row('greet').getByText('Greets: uppercase').waitFor();
    expect(await opened.ask('GET', '/_ingest/pipeline/greet')).toEqual({ greet: pipeline });
    await page.getByRole('button', { name: 'greet', exact: true }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Really delete greet?' }).click();
    await row('greet').waitFor({ state: 'detached' });
  });

  it('asked nobody else for anything, and broke no rule of its own', () => {
    expect(opened.faults).toEqual([]);
  });
});
