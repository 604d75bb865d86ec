// Time until the web page shows data, from the start of the navigation, in a new browser each time.
//
//   node bench/page.mjs FOLDER [ROUNDS]
//
// CHROMIUM names the browser; /usr/bin/chromium by default. The first visit of a view is shown apart:
// it makes its answers, later ones get them again.
import { loadavg } from 'node:os';
import { chromium } from 'playwright-core';
import { startServer } from './server-process.mjs';

const [folder, rounds = '7'] = process.argv.slice(2);
const server = await startServer(folder);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});

async function call(name, input) {
  const response = await fetch(`${server.url}api/tools/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  return response.json();
}

const { projects } = await call('list_projects', {});
const project = encodeURIComponent(projects[0].name);
const { results } = await call('codebase_search_symbol', { symbol: 'get', match: 'prefix' });
const symbol = encodeURIComponent(results[0].symbol);

/** Address and the element that shows data. */
const VIEWS = {
  search: [`#/search/${project}?q=connection%20pool`, '.result .hit'],
  symbol: [`#/symbol/${project}/${symbol}`, 'article.symbol h1'],
  'entry points': [`#/entries/${project}`, 'section.entries .path'],
  map: [`#/map/${project}`, '.drawing canvas'],
  status: [`#/status/${project}`, '.facts'],
};

/** Returns the times in ms of the first content, and of the first data. */
async function visit([hash, data]) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(`sessionStorage.setItem('graph-memory-token', '${server.token}')`);
  await page.goto(`${server.url}${hash}`);
  await page.waitForSelector(data);
  const times = await page.evaluate(
    `[performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0, performance.now()]`,
  );
  await context.close();
  return times;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

console.log(`load average ${loadavg()[0].toFixed(1)}; view: first paint, data; first data of all`);
for (const [name, view] of Object.entries(VIEWS)) {
  const visits = [];
  for (let round = 0; round < Number(rounds); round++) visits.push(await visit(view));
  const [paint, shown] = [0, 1].map((part) => median(visits.slice(1).map((own) => own[part])));
  console.log(
    `  ${name}: ${paint.toFixed(0)}, ${shown.toFixed(0)} ms; ${visits[0][1].toFixed(0)} ms`,
  );
}
await browser.close();
await server.end();
