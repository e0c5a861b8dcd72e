/**
 * Runs attacks on real nodes, each of which must fail: a hole that was closed once stays closed.
 * The nodes are of this build, on free ports, in a folder of their own.
 *
 *     npm run attack -- [--rounds 20] [--seed N] [--only NAME] [--list]
 *
 *   --only   run only the attacks whose name contains NAME
 *   --list   list the attacks, each with the property that it tries to break
 *
 * The exit status is 1 if an attack succeeded; the script then keeps the data of the nodes. It
 * always prints the seed.
 */
import { ATTACKS } from './attack/all.ts';
import { Ground } from './attack/ground.ts';
import { runAttack } from './attack/run_attack.ts';
import { commandLine } from './command_line.ts';

const { values: options } = commandLine(import.meta, {
  options: {
    rounds: 20,
    seed: Date.now() % 1_000_000,
    only: '',
    list: false,
  },
});

const chosen = ATTACKS.filter(({ name }) => name.includes(options.only));

function list(): void {
  for (const { name, claim } of chosen) console.log(`${name}: ${claim}`);
}

async function run(): Promise<void> {
  if (chosen.length === 0) throw new Error(`no attack is named [${options.only}]`);
  const ground = new Ground();
  const holes: string[] = [];
  console.log(`seed ${options.seed}`);
  try {
    for (const attack of chosen) {
      const startMs = performance.now();
      const rounds = { seed: options.seed, rounds: options.rounds };
      const hole = await runAttack(attack, ground, rounds);
      const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
      console.log(`${hole === undefined ? 'held' : 'HOLE'}  ${attack.name} (${seconds} s)`);
      if (hole !== undefined) holes.push(hole);
    }
  } finally {
    await ground.stop({ keep: holes.length > 0 });
  }
  if (holes.length === 0) return;
  console.error(`\n${holes.join('\n')}\n\nthe nodes' data: ${ground.folder}`);
  process.exitCode = 1;
}

if (options.list) list();
else await run();
