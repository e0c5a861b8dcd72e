import { SnapshotKeeper } from './snapshot_keeper.js';

const snapshot = (version: number) => ({ version, segments: [] });

it('lets a point in time go when it is neither the newest nor read', () => {
  const gone: number[] = [];
  const keeper = new SnapshotKeeper((version) => gone.push(version));
  expect(keeper.pin()).toBeUndefined();
  keeper.publish(snapshot(1));
  keeper.pin();
  keeper.pin();
  keeper.publish(snapshot(2));
  keeper.release(1);
  expect(gone).toEqual([]);
  keeper.release(1);
  expect(gone).toEqual([1]);
  keeper.publish(snapshot(3));
  expect(gone).toEqual([1, 2]);
  keeper.pin();
  keeper.retire();
  expect(gone).toEqual([1, 2]);
  keeper.release(3);
  expect(gone).toEqual([1, 2, 3]);
  expect(() => keeper.release(3)).toThrow(/not pinned/);
});
