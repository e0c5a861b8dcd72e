/**
 * Figures that only Linux provides, from the texts of /proc and /sys (proc(5), cgroups(7)). Missing
 * figures are `undefined`. Pure: the caller reads the files.
 */
export interface SwapSpace {
  readonly totalBytes: number;
  readonly freeBytes: number;
}

/** The traffic of a block device since the machine started. */
export interface DiskTraffic {
  readonly device: string;
  readonly reads: number;
  readonly writes: number;
  readonly readKilobytes: number;
  readonly writtenKilobytes: number;
  readonly readMs: number;
  readonly writeMs: number;
  /** Requests under way, summed over time. */
  readonly queuedMs: number;
  readonly busyMs: number;
}

export interface ControlGroup {
  readonly cpuPath: string;
  readonly usageNanos: number;
  readonly periodMicros: number;
  /** -1: no limit. */
  readonly quotaMicros: number;
  readonly periods: number;
  readonly throttledPeriods: number;
  readonly throttledNanos: number;
  readonly memoryPath: string;
  /** Texts, since a limit may be `max`. */
  readonly memoryLimit: string;
  readonly memoryUsed: string;
}

/** The resident memory of a process by what lies behind its pages. */
export interface Residence {
  /** Memory without a file behind it: heaps, buffers, stacks. */
  readonly anonymousBytes: number;
  /** Pages of files, mostly of the program; the system can drop and read them again. */
  readonly fileBytes: number;
}

/** Reads a file's text; `undefined`: it cannot be read. */
export type ReadText = (path: string) => string | undefined;

const KIB = 1024;
const SECTORS_PER_KIB = 2;
const NANOS_PER_MICRO = 1000;
const CGROUPS = '/sys/fs/cgroup';

/** A mount point and the type of its file system. */
export interface Mount {
  readonly mount: string;
  readonly type: string;
}

/** The mount with the longest path that contains the folder; of several at one path the last. */
export function mountOf(read: ReadText, folder: string): Mount {
  let best = { mount: '/', type: 'unknown' };
  for (const line of (read('/proc/self/mounts') ?? '').split('\n')) {
    const [, escaped = '', type = ''] = line.split(' ');
    const mount = unescaped(escaped);
    const holds = folder === mount || folder.startsWith(mount === '/' ? '/' : `${mount}/`);
    if (holds && mount.length >= best.mount.length) best = { mount, type };
  }
  return best;
}

/** In the list of mounts, spaces, tabs, newlines and backslashes are octal: `\040` (fstab(5)). */
function unescaped(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_all, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}

export function swapSpace(read: ReadText): SwapSpace | undefined {
  const text = read('/proc/meminfo');
  const of = (name: string) => new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(text ?? '')?.[1];
  const [total, free] = [of('SwapTotal'), of('SwapFree')];
  if (total === undefined || free === undefined) return undefined;
  return { totalBytes: Number(total) * KIB, freeBytes: Number(free) * KIB };
}

export function residence(read: ReadText): Residence | undefined {
  const text = read('/proc/self/status');
  const of = (name: string) => new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text ?? '')?.[1];
  const [anonymous, file, shared] = [of('RssAnon'), of('RssFile'), of('RssShmem')];
  if (anonymous === undefined || file === undefined || shared === undefined) return undefined;
  return {
    anonymousBytes: (Number(anonymous) + Number(shared)) * KIB,
    fileBytes: Number(file) * KIB,
  };
}

/** Traffic of the device with these numbers, which `stat` of a file on it returns (makedev(3)). */
export function diskTraffic(read: ReadText, device: bigint): DiskTraffic | undefined {
  const major = ((device >> 8n) & 0xfffn) | ((device >> 32n) & ~0xfffn);
  const minor = (device & 0xffn) | ((device >> 12n) & ~0xffn);
  for (const line of (read('/proc/diskstats') ?? '').split('\n')) {
    const [at, sub, name = '', ...rest] = line.trim().split(/\s+/);
    if (at !== String(major) || sub !== String(minor)) continue;
    const figures = rest.map(Number);
    const figure = (index: number) => figures[index] ?? 0;
    return {
      device: name,
      reads: figure(0),
      readKilobytes: Math.floor(figure(2) / SECTORS_PER_KIB),
      readMs: figure(3),
      writes: figure(4),
      writtenKilobytes: Math.floor(figure(6) / SECTORS_PER_KIB),
      writeMs: figure(7),
      busyMs: figure(9),
      queuedMs: figure(10),
    };
  }
  return undefined;
}

export function controlGroup(read: ReadText): ControlGroup | undefined {
  const text = read('/proc/self/cgroup');
  if (text === undefined) return undefined;
  const paths = new Map<string, string>();
  for (const line of text.trim().split('\n')) {
    // A path may have colons too.
    const [, controllers = '', path = '/'] = /^[^:]*:([^:]*):(.*)$/.exec(line) ?? [];
    for (const name of controllers.split(',')) paths.set(name, path);
  }
  return paths.has('cpuacct') ? versionOne(read, paths) : versionTwo(read, paths.get('') ?? '/');
}

/**
 * Reads files of a control group. Inside a container the group's own folder is the visible root.
 */
function below(read: ReadText, controller: string, path: string) {
  return (file: string): string | undefined =>
    (
      read(`${CGROUPS}${controller}${path === '/' ? '' : path}/${file}`) ??
      read(`${CGROUPS}${controller}/${file}`)
    )?.trim();
}

function versionOne(read: ReadText, paths: ReadonlyMap<string, string>): ControlGroup | undefined {
  const cpuPath = paths.get('cpu') ?? '/';
  const memoryPath = paths.get('memory') ?? '/';
  const accounting = below(read, '/cpuacct', paths.get('cpuacct') ?? '/');
  const cpu = below(read, '/cpu', cpuPath);
  const memory = below(read, '/memory', memoryPath);
  const usage = accounting('cpuacct.usage');
  if (usage === undefined) return undefined;
  const stat = figuresOf(cpu('cpu.stat'));
  return {
    cpuPath,
    usageNanos: Number(usage),
    periodMicros: Number(cpu('cpu.cfs_period_us') ?? 0),
    quotaMicros: Number(cpu('cpu.cfs_quota_us') ?? -1),
    periods: stat('nr_periods'),
    throttledPeriods: stat('nr_throttled'),
    throttledNanos: stat('throttled_time'),
    memoryPath,
    memoryLimit: memory('memory.limit_in_bytes') ?? 'max',
    memoryUsed: memory('memory.usage_in_bytes') ?? '0',
  };
}

function versionTwo(read: ReadText, path: string): ControlGroup | undefined {
  const file = below(read, '', path);
  const text = file('cpu.stat');
  if (text === undefined) return undefined;
  const stat = figuresOf(text);
  const [quota = 'max', period = '0'] = (file('cpu.max') ?? '').split(' ');
  return {
    cpuPath: path,
    usageNanos: stat('usage_usec') * NANOS_PER_MICRO,
    periodMicros: Number(period),
    quotaMicros: quota === 'max' || quota === '' ? -1 : Number(quota),
    periods: stat('nr_periods'),
    throttledPeriods: stat('nr_throttled'),
    throttledNanos: stat('throttled_usec') * NANOS_PER_MICRO,
    memoryPath: path,
    memoryLimit: file('memory.max') ?? 'max',
    memoryUsed: file('memory.current') ?? '0',
  };
}

/** Parses lines of a name and a number. */
function figuresOf(text: string | undefined): (name: string) => number {
  const figures = new Map(
    (text ?? '').split('\n').map((line): [string, number] => {
      const [name = '', figure = '0'] = line.split(' ');
      return [name, Number(figure)];
    }),
  );
  return (name) => figures.get(name) ?? 0;
}

/** The name and version of the distribution, for people (os-release(5)). */
export function distribution(read: ReadText): string | undefined {
  const text = read('/etc/os-release') ?? read('/usr/lib/os-release') ?? '';
  return /^PRETTY_NAME=(["']?)(.+)\1\s*$/m.exec(text)?.[2];
}
