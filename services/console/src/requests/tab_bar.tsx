import { saveFile } from '../browser/save_file.js';
import { t } from '../messages/messages.js';
import { Icon } from '../widgets/icon.js';
import { type Tab, type Tabs, withoutTab, withTab, withTabChange } from './tabs.js';

interface TabBarProps {
  readonly tabs: Tabs;
  readonly tab: Tab;
  /** `show` is the id of the tab to show. */
  readonly change: (next: Tabs, show?: string) => void;
  readonly showHistory: () => void;
  readonly showRanking: () => void;
}

export function TabBar({ tabs, tab, change, showHistory, showRanking }: TabBarProps) {
  const add = (text: string, name?: string) => {
    const next = withTab(tabs, text, name);
    change(next, next.tabs.at(-1)?.id);
  };
  const remove = () => {
    const next = withoutTab(tabs, tab.id);
    change(next, next.tabs[0]?.id);
  };
  return (
    <div class="tab-bar">
      <TabList tabs={tabs} tab={tab} show={(id) => change(tabs, id)} add={() => add('')} />
      <div class="buttons">
        <input
          aria-label={t('requests.tab.name')}
          value={tab.name}
          onChange={({ currentTarget }) =>
            change(withTabChange(tabs, tab.id, { name: currentTarget.value.trim() || tab.id }))
          }
        />
        <button type="button" onClick={remove}>
          {t('requests.tab.close')}
        </button>
        <button type="button" onClick={showHistory}>
          {t('requests.history')}
        </button>
        <button type="button" onClick={showRanking}>
          {t('rank.open')}
        </button>
        <button type="button" onClick={() => saveFile(`${tab.name}.http`, [tab.text])}>
          {t('requests.export')}
        </button>
        <label class="button">
          {t('requests.import')}
          <input
            type="file"
            class="unseen"
            accept=".http,.txt,text/plain"
            onChange={async ({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              currentTarget.value = '';
              if (file !== undefined) add(await file.text(), file.name.replace(/\.\w+$/, ''));
            }}
          />
        </label>
      </div>
    </div>
  );
}

function TabList({
  tabs,
  tab,
  show,
  add,
}: Pick<TabBarProps, 'tabs' | 'tab'> & {
  readonly show: (id: string) => void;
  readonly add: () => void;
}) {
  return (
    <ul class="tabs" aria-label={t('requests.tabs')}>
      {tabs.tabs.map(({ id, name }) => (
        <li key={id}>
          <button
            type="button"
            aria-current={id === tab.id ? 'true' : undefined}
            onClick={() => show(id)}
          >
            {name}
          </button>
        </li>
      ))}
      <li>
        <button type="button" class="quiet" aria-label={t('requests.tab.new')} onClick={add}>
          <Icon name="plus" />
        </button>
      </li>
    </ul>
  );
}
