import { t } from '../messages/messages.js';
import { may } from '../session/session.js';
import { Failure } from '../widgets/failure.js';
import { SureButton } from '../widgets/sure_button.js';
import { Table } from '../widgets/table.js';
import { useAction } from '../widgets/use_action.js';
import { useAsked } from '../widgets/use_asked.js';
import type { SigningKey } from './access_shapes.js';
import { askAdmin } from './admin_api.js';
import { dateText } from './date_text.js';

export function KeysPanel() {
  const { value, error, again } = useAsked((signal) =>
    askAdmin<{ readonly items: readonly SigningKey[] }>({ path: '/keys', signal }),
  );
  const action = useAction();
  const canChange = may('security:manage');
  const act = async (work: () => Promise<unknown>) => {
    if (await action.run(work)) again();
  };
  const failure = action.error ?? error;
  const rows = (value?.items ?? []).map((key) => ({
    key: key.kid,
    head: <code>{key.kid}</code>,
    cells: [
      key.algorithm,
      t(`access.key.${key.state}`),
      dateText(key.signs_from),
      key.state === 'revoked' ? null : (
        <SureButton
          key="revoke"
          text={t('access.revoke')}
          question={t('access.key.revoke.sure')}
          isAllowed={canChange}
          act={() =>
            void act(() =>
              askAdmin({ method: 'DELETE', path: `/keys/${encodeURIComponent(key.kid)}` }),
            )
          }
        />
      ),
    ],
  }));
  return (
    <section class="panel">
      <div class="panel-head">
        <h2 id="access-list">{t('access.keys')}</h2>
        <button
          type="button"
          disabled={!canChange}
          onClick={() => void act(() => askAdmin({ method: 'POST', path: '/keys', body: {} }))}
        >
          {t('access.key.new')}
        </button>
      </div>
      {failure === undefined ? null : <Failure error={failure} />}
      <Table
        labelledBy="access-list"
        columns={[
          t('access.key'),
          t('access.key.algorithm'),
          t('access.state'),
          t('access.key.from'),
          '',
        ]}
        rows={rows}
      />
    </section>
  );
}
