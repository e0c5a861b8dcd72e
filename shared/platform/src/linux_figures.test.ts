import {
  controlGroup,
  diskTraffic,
  distribution,
  mountOf,
  type ReadText,
  residence,
  swapSpace,
} from './linux_figures.js';

const files =
  (texts: Readonly<Record<string, string>>): ReadText =>
  (path) =>
    texts[path];

test.each([
  [
    'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n',
    'Debian GNU/Linux 12 (bookworm)',
  ],
  ["PRETTY_NAME='Alpine Linux v3.20'\n", 'Alpine Linux v3.20'],
  ['PRETTY_NAME=Void', 'Void'],
  ['NAME=None\n', undefined],
])('the distribution of %j is %s', (text, name) => {
  expect(distribution(files({ '/etc/os-release': text }))).toBe(name);
  expect(distribution(files({ '/usr/lib/os-release': text }))).toBe(name);
});

test.each([
  ['/data/node', { mount: '/data', type: 'xfs' }],
  ['/data', { mount: '/data', type: 'xfs' }],
  ['/database', { mount: '/', type: 'ext4' }],
  ['/my disk/a', { mount: '/my disk', type: 'btrfs' }],
  ['/over/x', { mount: '/over', type: 'tmpfs' }],
])('the mount of %s', (folder, mount) => {
  const mounts = [
    '/dev/a / ext4 rw 0 0',
    '/dev/b /data xfs rw 0 0',
    '/dev/c /my\\040disk btrfs rw 0 0',
    '/dev/d /over ext4 rw 0 0',
    'tmpfs /over tmpfs rw 0 0',
    '',
  ].join('\n');
  expect(mountOf(files({ '/proc/self/mounts': mounts }), folder)).toEqual(mount);
  expect(mountOf(files({}), folder)).toEqual({ mount: '/', type: 'unknown' });
});

test('swap', () => {
  const meminfo =
    'MemTotal:       24683656 kB\nSwapTotal:       2097148 kB\nSwapFree:        2000000 kB\n';
  expect(swapSpace(files({ '/proc/meminfo': meminfo }))).toEqual({
    totalBytes: 2097148 * 1024,
    freeBytes: 2000000 * 1024,
  });
  expect(swapSpace(files({}))).toBeUndefined();
});

test('resident memory by what is behind it', () => {
  const status = 'VmRSS:\t  600 kB\nRssAnon:\t  400 kB\nRssFile:\t  180 kB\nRssShmem:\t   20 kB\n';
  expect(residence(files({ '/proc/self/status': status }))).toEqual({
    anonymousBytes: 420 * 1024,
    fileBytes: 180 * 1024,
  });
  expect(residence(files({}))).toBeUndefined();
});

test('traffic of the device that a file is on', () => {
  const diskstats = [
    ' 254       0 vda 68933 11 1194449 368536 225354 22 21626177 212921 0 103764 678653 0 0 0 0 10 5',
    ' 254      16 vdb 1 0 2 3 4 0 6 7 0 8 9',
  ].join('\n');
  const read = files({ '/proc/diskstats': diskstats });
  expect(diskTraffic(read, 254n << 8n)).toEqual({
    device: 'vda',
    reads: 68933,
    writes: 225354,
    readKilobytes: 597224,
    writtenKilobytes: 10813088,
    readMs: 368536,
    writeMs: 212921,
    busyMs: 103764,
    queuedMs: 678653,
  });
  expect(diskTraffic(read, (254n << 8n) | 16n)?.device).toBe('vdb');
  expect(diskTraffic(read, 1n)).toBeUndefined();
});

test('control groups of both versions, in a container too', () => {
  const one = files({
    '/proc/self/cgroup': '4:memory:/box\n2:cpuacct:/\n1:cpu:/\n',
    '/sys/fs/cgroup/cpuacct/cpuacct.usage': '72565892565521\n',
    '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n',
    '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1\n',
    '/sys/fs/cgroup/cpu/cpu.stat': 'nr_periods 5\nnr_throttled 2\nthrottled_time 7\n',
    '/sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712\n',
    '/sys/fs/cgroup/memory/memory.usage_in_bytes': '7738478592\n',
  });
  expect(controlGroup(one)).toEqual({
    cpuPath: '/',
    usageNanos: 72565892565521,
    periodMicros: 100_000,
    quotaMicros: -1,
    periods: 5,
    throttledPeriods: 2,
    throttledNanos: 7,
    memoryPath: '/box',
    memoryLimit: '9223372036854771712',
    memoryUsed: '7738478592',
  });
  const two = files({
    '/proc/self/cgroup': '0::/box\n',
    '/sys/fs/cgroup/box/cpu.stat':
      'usage_usec 12\nnr_periods 1\nnr_throttled 1\nthrottled_usec 3\n',
    '/sys/fs/cgroup/box/cpu.max': '50000 100000\n',
    '/sys/fs/cgroup/box/memory.max': 'max\n',
    '/sys/fs/cgroup/box/memory.current': '4096\n',
  });
  expect(controlGroup(two)).toMatchObject({
    usageNanos: 12_000,
    quotaMicros: 50_000,
    throttledNanos: 3000,
    memoryLimit: 'max',
    memoryUsed: '4096',
  });
  expect(controlGroup(files({}))).toBeUndefined();
});

test('the path of a control group may have colons', () => {
  const group = files({
    '/proc/self/cgroup': '0::/user:1000/app\n',
    '/sys/fs/cgroup/user:1000/app/cpu.stat': 'usage_usec 12\n',
    '/sys/fs/cgroup/cpu.stat': 'usage_usec 99\n',
  });
  expect(controlGroup(group)).toMatchObject({ cpuPath: '/user:1000/app', usageNanos: 12_000 });
});
