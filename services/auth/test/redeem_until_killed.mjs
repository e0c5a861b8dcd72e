/**
 * Redeems the codes 0, 1, 2, … of a database and prints each number when done. Runs until it is
 * killed.
 */
import { openSqliteStore } from '../dist/store/sqlite/sqlite_store.js';

const [path, first, nowText] = process.argv.slice(2);
const store = openSqliteStore(path);
const nowMs = Number(nowText);
for (let i = Number(first); ; i++) {
  const grant = { id: `g${i}`, clientId: 'web', userId: 'u_1', scopes: [], authMs: nowMs };
  const times = { createdMs: nowMs, expiresMs: nowMs + 60_000 };
  const code = { hash: `c${i}`, grantId: grant.id, clientId: 'web', expiresMs: times.expiresMs };
  const refresh = { hash: `r${i}`, grantId: grant.id, clientId: 'web', ...times };
  await store.grants.add({ ...grant, ...times });
  await store.grants.addCode(code);
  const result = await store.grants.redeemCode(code.hash, nowMs, refresh);
  await new Promise((resolve) => process.stdout.write(`${i} ${result}\n`, resolve));
}
