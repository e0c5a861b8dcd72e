/** Tests the log of a primary on a store in memory, and what is restored from it. */
import { RemoteLog } from './remote_log.js';
import {
  type LogPlace,
  type LogRecord,
  NOTHING_LACKING,
  type RemoteCall,
  type RemoteReply,
} from './remote_record.js';
import { type RestoredLog, restoreLog } from './remote_restore.js';
import { REPLICATION_RULES } from './rules.js';

const rules = REPLICATION_RULES.remote;
const operation = (seqNo: number) => ({ seqNo, term: 1, body: `${seqNo}` });

/** A store that answers at once, unless its answers are held. */
class Store {
  readonly records = new Map<string, LogRecord>();
  readonly calls: RemoteCall[] = [];
  /** Answers that are not given yet; undefined: they are given at once. */
  held: (() => void)[] | undefined;
  /** Number of the next calls whose answers are lost. */
  lost = 0;

  readonly ask = (call: RemoteCall, then: (reply: RemoteReply | undefined) => void): void => {
    this.calls.push(call);
    const reply = this.#reply(call);
    const answer = () => then(this.lost-- > 0 ? undefined : reply);
    if (this.held === undefined) answer();
    else this.held.push(answer);
  };

  /** Gives the held answers, and those to the calls that follow. */
  release(): void {
    const held = this.held ?? [];
    this.held = undefined;
    for (const answer of held) answer();
  }

  kinds(segment: number): string[] {
    const kinds: string[] = [];
    for (let index = 0; this.records.has(`${segment}/${index}`); index++) {
      kinds.push(this.records.get(`${segment}/${index}`)?.kind ?? '');
    }
    return kinds;
  }

  #reply(call: RemoteCall): RemoteReply {
    switch (call.kind) {
      case 'find_end':
        return { kind: 'end', number: this.#end(call.segment) };
      case 'read':
        return { kind: 'record', record: this.records.get(keyOf(call.at)) };
      case 'create': {
        const isNew = !this.records.has(keyOf(call.at));
        if (isNew) this.records.set(keyOf(call.at), call.record);
        return { kind: 'created', isNew };
      }
      default:
        return { kind: 'done' };
    }
  }

  #end(segment: number | undefined): number | undefined {
    const places = [...this.records.keys()].map((key) => key.split('/').map(Number));
    const numbers = places.flatMap(([of = 0, index = 0]) =>
      segment === undefined ? [of] : of === segment ? [index] : [],
    );
    return numbers.length === 0 ? undefined : Math.max(...numbers);
  }
}

const keyOf = ({ segment, index }: LogPlace) => `${segment}/${index}`;

function open(store: Store, term = 1) {
  const events: string[] = [];
  const log = new RemoteLog({
    claim: { owner: 'u', term, writer: `w${term}` },
    rules,
    ask: store.ask,
    weigh: ({ seqNo }) => seqNo + 10,
    lost: () => events.push('lost'),
    idle: () => events.push('idle'),
  });
  const begin = (floor = NOTHING_LACKING, trimAbove = floor) =>
    log.begin({ floor, trimAbove }, () => events.push('begun'));
  const add = (...seqNos: number[]) =>
    log.add(seqNos.map(operation), Math.max(...seqNos), () => events.push(`added ${seqNos}`));
  return { log, events, begin, add };
}

function restored(store: Store, term = 9): RestoredLog | undefined {
  let found: RestoredLog | undefined;
  restoreLog({ claim: { owner: 'new', term, writer: 'r' }, rules, ask: store.ask }, (log) => {
    found = log;
  });
  return found;
}

const numbers = (log: RestoredLog | undefined) => log?.operations.map(({ seqNo }) => seqNo);

test('operations are in the log when that is told, and are restored', () => {
  const store = new Store();
  const { events, begin, add, log } = open(store);
  expect(log.isIdle).toBe(false);
  begin();
  expect([events, log.isIdle, log.isWhole]).toEqual([['begun'], true, true]);
  add(0, 1);
  add(2);
  expect(events).toEqual(['begun', 'added 0,1', 'idle', 'added 2', 'idle']);
  expect(restored(store)).toMatchObject({ commit: undefined, lacks: NOTHING_LACKING });
  expect(numbers(restored(store))).toEqual([0, 1, 2]);
});

test('operations that come while a record is written go together into the next', () => {
  const store = new Store();
  const { events, begin, add, log } = open(store);
  begin();
  store.held = [];
  add(0);
  add(1);
  add(2, 3);
  expect([events, log.isIdle, log.pending]).toEqual([['begun'], false, 10 + 11 + 12 + 13]);
  store.release();
  expect(events).toEqual(['begun', 'added 0', 'added 1', 'added 2,3', 'idle']);
  expect([log.isIdle, log.pending]).toEqual([true, 0]);
  expect(store.kinds(0)).toEqual(['head', 'operations', 'operations']);
  log.add([], -1, () => events.push('nothing'));
  expect(events.at(-1)).toBe('nothing');
});

test('a copy with operations that no record has begins when a commit has them', () => {
  const store = new Store();
  const { events, begin, add, log } = open(store);
  begin(5, 7);
  expect([events, log.isWhole]).toEqual([[], false]);
  add(6, 7);
  expect(events).toEqual(['added 6,7', 'idle']);
  expect(restored(new Store())?.lacks).toBe(NOTHING_LACKING);
  expect([4, 5].map((upTo) => log.wantsCommit(upTo))).toEqual([false, true]);
  log.addCommit({ maxSeqNo: 5, files: 'f' });
  expect([events.includes('begun'), log.isWhole, log.files]).toEqual([true, true, 'f']);
  const back = restored(store);
  expect([back?.commit?.files, numbers(back), back?.lacks]).toEqual(['f', [6, 7], NOTHING_LACKING]);
});

test('nothing is restored while no commit has what the log lacks', () => {
  const store = new Store();
  open(store).begin(5, 7);
  expect(restored(store)?.lacks).toBe(5);
});

test('a commit replaces the records before it, and is wanted only if it has more than the last', () => {
  const store = new Store();
  const { begin, add, log } = open(store);
  begin();
  expect(log.wantsCommit(NOTHING_LACKING)).toBe(false);
  add(0, 1);
  add(2);
  add(3);
  log.addCommit({ maxSeqNo: 1, files: 'f1' });
  const trims = () => store.calls.filter(({ kind }) => kind === 'trim');
  expect(trims()).toEqual([
    { kind: 'trim', fromSegment: 0, toSegment: 0, kept: 'f1', before: undefined },
  ]);
  expect(restored(store)).toMatchObject({ commit: { logFrom: { segment: 0, index: 2 } } });
  expect([1, 2].map((upTo) => log.wantsCommit(upTo))).toEqual([false, true]);
  log.addCommit({ maxSeqNo: 1, files: 'again' });
  expect(trims()).toHaveLength(1);
});

test('a commit with all operations leaves nothing of the log', () => {
  const store = new Store();
  const { begin, add, log } = open(store);
  begin();
  add(0, 1);
  log.addCommit({ maxSeqNo: 1, files: 'f' });
  const back = restored(store);
  expect([back?.commit?.files, numbers(back)]).toEqual(['f', []]);
  expect(back?.commit?.logFrom).toEqual({ segment: 1, index: 1 });
});

test('operations go before a commit that waits with them', () => {
  const store = new Store();
  const { begin, add, log, events } = open(store);
  begin();
  store.held = [];
  add(0);
  log.addCommit({ maxSeqNo: 0, files: 'f' });
  add(1);
  store.release();
  expect(events).toEqual(['begun', 'added 0', 'added 1', 'idle']);
  expect(store.kinds(0)).toEqual(['head', 'operations', 'operations']);
  expect(numbers(restored(store))).toEqual([1]);
});

test('a later primary closes the log of an earlier one, which learns of it', () => {
  const store = new Store();
  const first = open(store, 1);
  first.begin();
  first.add(0, 1, 2);
  const second = open(store, 2);
  second.begin(1, 1);
  expect(second.events).toEqual(['begun']);
  expect(store.kinds(0)).toEqual(['head', 'operations', 'seal']);
  second.add(2);
  first.add(3);
  expect(first.events.at(-1)).toBe('lost');
  expect(numbers(restored(store))).toEqual([0, 1, 2]);
  const third = open(store, 1);
  third.begin();
  expect(third.events).toEqual(['lost']);
});

test('operations above those of a later primary are void', () => {
  const store = new Store();
  const first = open(store, 1);
  first.begin();
  first.add(0, 1, 2);
  open(store, 2).begin(1, 1);
  expect(numbers(restored(store))).toEqual([0, 1]);
});

test('a record whose answer was lost is not written twice', () => {
  const store = new Store();
  const { begin, add, events } = open(store);
  begin();
  store.lost = 1;
  add(0);
  expect(events).toEqual(['begun', 'added 0', 'idle']);
  expect(store.kinds(0)).toEqual(['head', 'operations']);
});

test('a log that has ended tells nothing any more', () => {
  const store = new Store();
  const { begin, add, log, events } = open(store);
  begin();
  store.held = [];
  add(0);
  log.end();
  store.release();
  expect(events).toEqual(['begun']);
});

test('a log that another index goes on with is not restored for the first one', () => {
  const store = new Store();
  const { begin, add } = open(store);
  begin();
  add(0);
  expect(numbers(restored(store, 1))).toEqual([0]);
  const late = open(store, 5);
  late.begin();
  expect(late.events).toEqual(['lost']);
});
