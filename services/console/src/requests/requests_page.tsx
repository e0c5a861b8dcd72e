import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { place, setParams } from '../browser/navigation.js';
import { t } from '../messages/messages.js';
import { session } from '../session/session.js';
import { CancelButton } from '../widgets/cancel_button.js';
import { Failure } from '../widgets/failure.js';
import { AnswerPane, PinnedAnswer } from './answer_pane.js';
import { RequestCompletion } from './complete_request.js';
import { Editor } from './editor.js';
import { takeHandedOver } from './handed_over.js';
import { HistoryDialog } from './history_dialog.js';
import { KeepingNote } from './keeping_note.js';
import { requestAt } from './parse_requests.js';
import { RankDialog } from './rank_dialog.js';
import { readCurl } from './read_curl.js';
import { RequestsSession } from './requests_session.js';
import { TabBar } from './tab_bar.js';
import { TabStore } from './tab_store.js';
import { readTabs, type Tab, type Tabs, withTab, withTabChange } from './tabs.js';
import { filledIn, readVariables } from './variables.js';

export function RequestsPage() {
  const who = session.value;
  const user = who.kind === 'signed_in' ? who.user : '_open';
  const work = useMemo(() => new RequestsSession(new TabStore(user)), [user]);
  useEffect(() => {
    void work.load(readTabs(undefined)).then(() => takeOver(work));
    return () => work.close();
  }, [work]);
  const tabs = work.tabs.value;
  return (
    <>
      <h1>{t('requests.title')}</h1>
      {tabs === undefined ? (
        <p class="muted">{t('app.loading')}</p>
      ) : (
        <Opened work={work} tabs={tabs} />
      )}
    </>
  );
}

/** Turns the requests that other pages handed over into tabs, and shows the last of them. */
function takeOver(work: RequestsSession): void {
  const tabs = work.tabs.value;
  const brought = takeHandedOver();
  if (tabs === undefined || brought.length === 0) return;
  const next = brought.reduce((all, { text, name }) => withTab(all, text, name), tabs);
  work.change(next);
  setParams({ tab: next.tabs.at(-1)?.id ?? '' }, { replace: true });
}

function Opened({ work, tabs }: { readonly work: RequestsSession; readonly tabs: Tabs }) {
  const completion = useMemo(() => new RequestCompletion(), []);
  const isHistoryShown = useSignal(false);
  const isRankShown = useSignal(false);
  const wanted = place.value.params.tab;
  const tab = tabs.tabs.find(({ id }) => id === wanted) ?? tabs.tabs[0];
  if (tab === undefined) return null;
  const addTab = (text: string, name?: string) => {
    const next = withTab(tabs, text, name);
    work.change(next);
    setParams({ tab: next.tabs.at(-1)?.id ?? '' }, { replace: true });
  };
  return (
    <>
      <TabBar
        {...{ tabs, tab }}
        change={(next, id) => {
          work.change(next);
          if (id !== undefined) setParams({ tab: id }, { replace: true });
        }}
        showHistory={() => {
          isHistoryShown.value = true;
        }}
        showRanking={() => {
          isRankShown.value = true;
        }}
      />
      <KeepingNote work={work} />
      {work.error.value === undefined ? null : <Failure error={work.error.value} />}
      <div class="panes">
        <RequestEditor key={`${tab.id} ${work.loads.value}`} {...{ work, tab, completion }} />
        <AnswerPane work={work} />
        <PinnedAnswer work={work} />
      </div>
      <RankDialog isOpen={isRankShown} open={addTab} />
      <HistoryDialog
        isOpen={isHistoryShown}
        history={tabs.history}
        take={(text) => {
          addTab(text);
          isHistoryShown.value = false;
        }}
      />
    </>
  );
}

function RequestEditor({
  work,
  tab,
  completion,
}: {
  readonly work: RequestsSession;
  readonly tab: Tab;
  readonly completion: RequestCompletion;
}) {
  const caret = useSignal(0);
  const run = (text: string, at: number) => {
    const request = requestAt(text, at);
    if (request === undefined) return;
    const filled = filledIn(request, readVariables(text));
    void work.run(filled, text.slice(request.from, request.to));
  };
  return (
    <section class="pane" aria-label={t('requests.editor')}>
      <div class="pane-head">
        <button type="button" class="first" onClick={() => run(tab.text, caret.value)}>
          {t('requests.run')}
        </button>
        {work.isRunning.value ? (
          <CancelButton cancel={() => work.cancel()} />
        ) : (
          <span class="small muted">
            <kbd>Ctrl</kbd> <kbd>Enter</kbd>
          </span>
        )}
      </div>
      <Editor
        label={t('requests.editor')}
        text={tab.text}
        edit={{
          changed: (text) => {
            const tabs = work.tabs.value;
            if (tabs !== undefined) work.change(withTabChange(tabs, tab.id, { text }));
          },
          moved: (at) => {
            caret.value = at;
          },
          run,
          pasted: readCurl,
          complete: (context) => completion.at(context),
        }}
      />
    </section>
  );
}
