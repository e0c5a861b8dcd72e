import { refusal, Scene } from '../testing/fixtures.js';
import { checkRemoteStore } from './remote_store_rules.js';

const scene = new Scene();
for (const name of ['r', 's'])
  scene.run('put_repository', { name, type: 'fs', settings: { location: name } });

const REMOTE = 'index.remote_store.enabled';
const SEGMENTS = 'index.remote_store.segment.repository';
const TRANSLOG = 'index.remote_store.translog.repository';

const check = (settings: Readonly<Record<string, string>>) =>
  checkRemoteStore(scene.state, new Map(Object.entries(settings)));

test.each([
  {},
  { [REMOTE]: 'false' },
  { [REMOTE]: 'true', [SEGMENTS]: 'r' },
  { [REMOTE]: 'true', [SEGMENTS]: 'r', [TRANSLOG]: 'r' },
])('%j are right', (settings) => {
  expect(() => check(settings)).not.toThrow();
});

test.each([
  [
    { [SEGMENTS]: 'r' },
    `Settings ${SEGMENTS} can only be set/enabled when ${REMOTE} is set to true`,
  ],
  [
    { [TRANSLOG]: 'r', [REMOTE]: 'false' },
    `Settings ${TRANSLOG} can only be set/enabled when ${REMOTE} is set to true`,
  ],
  [{ [REMOTE]: 'true' }, `Setting ${SEGMENTS} should be provided with non-empty repository ID`],
  [
    { [REMOTE]: 'true', [SEGMENTS]: 'r', [TRANSLOG]: 's' },
    `[${TRANSLOG}] is [s] and [${SEGMENTS}] is [r]: they must be the same repository`,
  ],
  [{ [REMOTE]: 'true', [SEGMENTS]: 'gone' }, '[gone] missing'],
])('%j are refused', (settings, reason) => {
  expect(refusal(() => check(settings)).reason).toBe(reason);
});
