// Memory of one and of five `graph-memory mcp` beside one `graph-memory serve`, and what the server
// uses of a core while nobody asks. Linux only: reads /proc.
//
//   node bench/shared.mjs FOLDER [IDLE_SECONDS]
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startMcp, startServer } from './server-process.mjs';

const [folder, idleSeconds = '300'] = process.argv.slice(2);
const CLIENTS = 5;

/** Proportional set size in MB: pages that processes share count once in all. */
function memoryOf(processes) {
  const kilobytes = processes.map(({ pid }) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}

/** Processor time of a process in seconds. */
function cpuSeconds({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function ask(client) {
  await client.callTool('code_search', { query: 'where are migrations run' });
  await client.callTool('code_get_symbol', { symbol: 'DataSource' });
}

const server = await startServer(folder);
const clients = [];
for (let count = 0; count < CLIENTS; count++) {
  clients.push(await startMcp(folder, server.home));
  await ask(clients.at(-1));
  if (count === 0) {
    await pause(5000);
    console.log(`1 client: ${memoryOf([server, ...clients]).toFixed(0)} MB`);
    console.log(`  of which mcp: ${memoryOf(clients).toFixed(1)} MB`);
  }
}
await pause(5000);
console.log(`${CLIENTS} clients: ${memoryOf([server, ...clients]).toFixed(0)} MB`);
console.log(`  of which mcp: ${memoryOf(clients).toFixed(1)} MB`);
const before = cpuSeconds(server);
await pause(Number(idleSeconds) * 1000);
const used = cpuSeconds(server) - before;
console.log(
  `idle: ${used.toFixed(2)} s in ${idleSeconds} s, ${((100 * used) / Number(idleSeconds)).toFixed(3)} % of a core`,
);
for (const client of clients) client.end();
await server.end();
