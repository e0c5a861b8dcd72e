/**
 * A person who knows Kibana but not this documentation imports a file, searches in it, filters and
 * charts, follows a reindex, and lets a colleague read one index. The colleague signs in and can
 * read that index and nothing else.
 */
import { ADMIN, type GuardedConsole, openGuardedConsole, signIn, signOut } from './guarded.js';
import { describeBrowser } from './opened.js';

const CITIES = ['Oslo', 'Rome', 'Oslo', 'Paris', 'Oslo', 'Rome'];
const CSV = [
  'city,price,day',
  ...CITIES.map((city, i) => `${city},${10 * (i + 1)},2026-01-0${i + 1}`),
];
const COLLEAGUE = { name: 'grace', password: 'nanoseconds are long' };

describeBrowser('the walk through the console', () => {
  let opened: GuardedConsole;

  beforeAll(async () => {
    opened = await openGuardedConsole();
    await opened.ask('PUT', '/salaries/_doc/1?refresh=true', { of: 'everybody' });
  });
  afterAll(() => opened?.close());

  const link = (name: string) => opened.page.getByRole('link', { name, exact: true });
  const dialog = () => opened.page.getByRole('dialog');
  const row = (name: string) => opened.page.getByRole('row').filter({ hasText: name });
  const found = (text: string) =>
    opened.page.getByRole('status').filter({ hasText: text }).waitFor();

  it('signs in, and imports a file', async () => {
    const { page } = opened;
    await opened.open('');
    await signIn(page, ADMIN);
    await link('Data').click();
    await page.getByRole('button', { name: 'Import a file' }).click();
    const file = { name: 'sales.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV.join('\n')) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('6 of 6 indexed').waitFor();
    await page.getByRole('link', { name: 'Search in it' }).click();
  });

  it('finds and filters', async () => {
    const { page } = opened;
    await found('6 found');
    await page.getByRole('combobox', { name: 'Query' }).fill('city:Oslo');
    await page.keyboard.press('Enter');
    await found('3 found');
    await page.getByRole('group').filter({ hasText: 'day' }).first().click();
    await page.getByRole('combobox', { name: 'Query' }).fill('');
    await page.keyboard.press('Enter');
    await found('6 found');
    await page.getByRole('group').filter({ hasText: 'city' }).first().click();
    await page.getByRole('button', { name: 'Only without city: Paris' }).click();
    await found('5 found');
  });

  it('charts', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Chart', exact: true }).click();
    await page.getByLabel('Metric', { exact: true }).selectOption('sum');
    await page.getByLabel('Field', { exact: true }).selectOption('price');
    await page.getByLabel('Group by', { exact: true }).selectOption('city');
    await row('Oslo').getByText('90', { exact: true }).waitFor();
    await row('Rome').getByText('80', { exact: true }).waitFor();
    expect(await row('Paris').count()).toBe(0);
  });

  it('follows a reindex', async () => {
    const { page } = opened;
    await link('Data').click();
    await page.getByRole('button', { name: 'Reindex' }).click();
    await dialog().getByLabel('From').fill('sales');
    await dialog().getByLabel('Into').fill('sales-2026');
    await dialog().getByRole('button', { name: 'Start' }).click();
    await dialog().getByText('6 of 6 documents').waitFor();
    await dialog().getByText('The reindex is complete.').waitFor();
    await page.keyboard.press('Escape');
    await row('sales-2026').getByRole('cell', { name: '6', exact: true }).waitFor();
  });

  it('lets a colleague read one index', async () => {
    const { page } = opened;
    await link('Access').click();
    await page.getByRole('button', { name: 'Give read access' }).click();
    await dialog().getByLabel('User', { exact: true }).fill(COLLEAGUE.name);
    await dialog().getByLabel('Index, or a pattern').fill('sales');
    await dialog().getByLabel('Password').fill(COLLEAGUE.password);
    await dialog().getByRole('button', { name: 'Give access' }).click();
    await dialog().getByText('grace may read sales now.').waitFor();
    await page.keyboard.press('Escape');
    await signOut(page);
  });

  it('is the colleague, who reads that index', async () => {
    const { page } = opened;
    await signIn(page, COLLEAGUE);
    await page.getByText('Signed in', { exact: true }).waitFor();
    await link('Search').click();
    await page.getByLabel('Index, alias, stream or pattern').fill('*');
    await page.keyboard.press('Enter');
    await found('6 found');
    await link('Data').click();
    await row('sales').waitFor();
    expect(await page.getByRole('rowheader').allTextContents()).toEqual(['sales']);
  });

  it('is the colleague, who reads no other and changes nothing', async () => {
    const { page } = opened;
    for (const index of ['salaries', 'sales-2026']) {
      await opened.open(`#/search?index=${index}`);
      await page.getByText('Your token does not allow this').first().waitFor();
    }
    await link('Data').click();
    expect(await page.getByRole('button', { name: 'Create index' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Reindex' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'sales', exact: true }).click();
    await dialog().getByText('Not allowed with your token').waitFor();
    await page.keyboard.press('Escape');
    await link('Access').click();
    await page.getByText('Your roles do not allow you to see users and roles').waitFor();
  });

  it('asked nobody else for anything, and broke no rule of its own', () => {
    expect(opened.faults).toEqual([]);
  });
});
