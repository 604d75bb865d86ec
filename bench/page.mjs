// The web page in a real browser on a served project: the time from opening an address until its data
// are shown, and from a key until the results of the longer question are shown.
//
//   node bench/page.mjs FOLDER [PICTURES]
//
// CHROMIUM names the browser. PICTURES is a folder for a picture of the map.
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { startServer } from './server-process.mjs';

const [folder, pictures] = process.argv.slice(2);
const ROUNDS = 7;
const TYPED = 'where are migrations executed';

const server = await startServer(folder);
const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
const post = { method: 'POST', headers, body: '{}' };
const { projects } = await (await fetch(`${server.url}api/tools/list_projects`, post)).json();
const project = projects[0].name;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});

function quantiles(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return `p50 ${at(0.5).toFixed(0)} p95 ${at(0.95).toFixed(0)} max ${sorted.at(-1).toFixed(0)} ms`;
}

/** Opens an address in an empty browser profile and waits for an element with data. */
async function open(hash, shown) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const start = performance.now();
  await page.goto(`${server.url}#token=${server.token}`);
  await page.waitForSelector('main');
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.locator(shown).first().waitFor();
  return { page, context, ms: performance.now() - start };
}

const VIEWS = [
  ['search', `#/search/${project}?q=query%20builder`, '.result'],
  ['status', `#/status/${project}`, 'main table, main dl, main li'],
  ['map', `#/map/${project}`, '.map .drawing canvas'],
];
for (const [name, hash, shown] of VIEWS) {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { page, context, ms } = await open(hash, shown);
    times.push(ms);
    if (name === 'map' && pictures !== undefined && round === 0) {
      await page.waitForTimeout(500);
      await page.screenshot({ path: join(pictures, 'map.png') });
    }
    await context.close();
  }
  console.log(`first paint with data, ${name}: ${quantiles(times)}`);
}

const { page } = await open(`#/search/${project}`, 'input[type=search]');
const input = page.locator('main input[type=search]').first();
await input.focus();
const times = [];
for (const letter of TYPED) {
  const answered = page.waitForResponse((response) => response.url().includes('/api/tools/'));
  const start = performance.now();
  await page.keyboard.type(letter);
  await answered.then((response) => response.finished());
  times.push(performance.now() - start);
}
console.log(
  `from a key to its answer, with the pause that waits for more keys: ${quantiles(times)}`,
);
await browser.close();
await server.end();
