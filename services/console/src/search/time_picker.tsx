import type { MessageKey } from '../messages/en.js';
import { t } from '../messages/messages.js';
import type { SearchState } from './search_state.js';

const PRESETS: readonly (readonly [from: string, label: MessageKey])[] = [
  ['', 'time.all'],
  ['now-15m', 'time.15m'],
  ['now-1h', 'time.1h'],
  ['now-24h', 'time.24h'],
  ['now-7d', 'time.7d'],
  ['now-30d', 'time.30d'],
  ['now-1y', 'time.1y'],
];
const OWN = 'own';

export function TimePicker({
  state,
  change,
  dates,
  field,
}: {
  readonly state: SearchState;
  readonly change: (next: SearchState) => void;
  readonly dates: readonly string[];
  readonly field: string | undefined;
}) {
  const isPreset = state.to === '' && PRESETS.some(([from]) => from === state.from);
  const own = isPreset ? undefined : state;
  return (
    <div class="time-picker">
      {dates.length < 2 ? null : (
        <label>
          <span class="small muted">{t('time.field')}</span>
          <select
            value={field}
            onChange={({ currentTarget }) => change({ ...state, timeField: currentTarget.value })}
          >
            {dates.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      <label>
        <span class="small muted">{t('time.range')}</span>
        <select
          value={isPreset ? state.from : OWN}
          onChange={({ currentTarget: { value } }) =>
            change(
              value === OWN
                ? { ...state, from: 'now-1d/d', to: 'now' }
                : { ...state, from: value, to: '' },
            )
          }
        >
          {PRESETS.map(([from, label]) => (
            <option key={from} value={from}>
              {t(label)}
            </option>
          ))}
          <option value={OWN}>{t('time.own')}</option>
        </select>
      </label>
      {own === undefined ? null : <OwnRange {...{ state, change }} />}
    </div>
  );
}

/** The fields for a range of instants or date math, as the API takes them. */
function OwnRange({
  state,
  change,
}: {
  readonly state: SearchState;
  readonly change: (next: SearchState) => void;
}) {
  return (
    <>
      <label>
        <span class="small muted">{t('time.from')}</span>
        <input
          value={state.from}
          onChange={({ currentTarget }) => change({ ...state, from: currentTarget.value.trim() })}
        />
      </label>
      <label>
        <span class="small muted">{t('time.to')}</span>
        <input
          value={state.to}
          onChange={({ currentTarget }) => change({ ...state, to: currentTarget.value.trim() })}
        />
      </label>
    </>
  );
}
