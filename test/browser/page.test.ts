import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, openSite, type Site } from './browser.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Names and texts that would run if the page wrote them as HTML. */
const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)</script>';

if (BROWSER === undefined) {
  process.stderr.write('browser tests skipped: no Chromium found; install it or set CHROMIUM\n');
}

describe.skipIf(BROWSER === undefined)('the web page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(async (project) => {
      await mkdir(join(project, 'src/hostile'));
      await writeFile(
        join(project, 'src/server.ts'),
        "import express from 'express';\nimport { sellOne } from './main';\nconst app = express();\napp.post('/orders/:id', sellOne);\n",
      );
      await writeFile(
        join(project, 'src/hostile/markup.ts'),
        `/** ${HOSTILE} */\nexport function hostileMarkup() {\n  return '${HOSTILE}';\n}\n`,
      );
      await writeFile(
        join(project, 'docs/hostile.md'),
        `# ${HOSTILE}\n\n${HOSTILE}\n\n[x](javascript:alert(3))\n`,
      );
      await writeFile(
        join(project, 'docs/wrong.md'),
        '# Wrong\n\nSee [the rest](nowhere.md).\n\n## Right\n\nNothing.\n',
      );
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
          cwd: project,
        });
      git('init', '-q');
      git('add', '-A');
      git('commit', '-qm', 'start');
      await appendFile(join(project, 'src/shared/money.ts'), 'export function removeLater() {}\n');
    });
  });
  afterAll(() => site.close());

  it('shows results with reasons while the user types', async () => {
    const { page, problems } = await site.open();
    await page.locator('#query').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('charge a card');
    const first = page.locator('section[aria-label=Code] .result').first();
    await first.getByText('chargeWithRetry').first().waitFor();
    await first.getByText('why').click();
    expect(await first.locator('details li').first().textContent()).toMatch(/lexical/);
    expect(problems).toEqual([]);
  });

  it('shows documentation beside code', async () => {
    const { page } = await site.open('#/search/shop?q=whole%20cents');
    await page.locator('section[aria-label=Documentation] .result').first().waitFor();
    expect(await page.locator('section[aria-label=Documentation]').textContent()).toContain(
      'docs/carts.md',
    );
  });

  it('leads from a search to a symbol, its caller, and back by the trail, with the keyboard alone', async () => {
    const { page, problems } = await site.open('#/search/shop?q=sumCents');
    await page.locator('section[aria-label=Code] a.hit').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('h1', { hasText: 'sumCents' }).waitFor();
    await page
      .locator('section[aria-label="Used by"] a', { hasText: 'Cart.total' })
      .first()
      .click();
    await page.locator('h1', { hasText: 'total' }).waitFor();
    await page.locator('nav[aria-label=Visited] a', { hasText: 'sumCents' }).click();
    await page.locator('h1', { hasText: 'sumCents' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('links names in the source to what they mean', async () => {
    const { page } = await site.open('#/symbol/shop/src%2Fcart%2Fcart.ts%3A%3ACart%3A%3Atotal');
    await page.locator('.middle .source a', { hasText: 'sumCents' }).click();
    await page.locator('h1', { hasText: 'sumCents' }).waitFor();
    expect(page.url()).toContain('sumCents');
  });

  it('shows the documentation and tests of a symbol', async () => {
    const { page } = await site.open('#/symbol/shop/src%2Fshared%2Fmoney.ts%3A%3AsumCents');
    await page
      .locator('section[aria-label="Documentation and tests"] a', { hasText: 'Totals' })
      .click();
    await page.locator('article h1', { hasText: 'Totals' }).waitFor();
    await page.locator('aside a', { hasText: 'sumCents' }).waitFor();
  });

  it('opens an address within the page directly', async () => {
    const { page } = await site.open('#/symbol/shop/src%2Fcart%2Fcart.ts%3A%3ACart');
    await page.locator('h1', { hasText: 'Cart' }).waitFor();
    await page.reload();
    await page.locator('h1', { hasText: 'Cart' }).waitFor();
  });

  it('draws the same picture for the same symbol', async () => {
    const hash = '#/graph/shop/src%2Fshared%2Fmoney.ts%3A%3AsumCents';
    const draw = async () => {
      const { page } = await site.open(hash);
      await page.locator('.canvas svg rect.centre').waitFor();
      return page.locator('.canvas svg').innerHTML();
    };
    const first = await draw();
    expect(first).toContain('Cart.total');
    expect(await draw()).toBe(first);
  });

  it('draws the paths to another symbol and what a change concerns', async () => {
    const { page, problems } = await site.open(
      '#/graph/shop/src%2Fcart%2Fcart.ts%3A%3ACart%3A%3Atotal',
    );
    await page.getByLabel('Show').selectOption('path');
    await page.getByLabel('To').fill('sumCents');
    await page.keyboard.press('Enter');
    await page.locator('svg[aria-label="Paths from Cart.total to sumCents"]').waitFor();
    expect(await page.locator('.canvas svg g, .canvas svg a').count()).toBeGreaterThan(1);
    expect(page.url()).toContain('to=sumCents');
    await page.reload();
    await page.locator('svg[aria-label="Paths from Cart.total to sumCents"]').waitFor();
    await page.evaluate("location.hash = '#/graph/shop/sumCents?show=impact'");
    const impact = page.locator('svg[aria-label="What a change of sumCents concerns"]');
    await impact.locator('a', { hasText: 'Cart.total' }).waitFor();
    await impact.locator('rect.centre').waitFor();
    await page.getByLabel('To').waitFor({ state: 'detached' });
    await page.evaluate("location.hash = '#/graph/shop/sumCents?show=path&to=nothingAtAll'");
    await page.locator('[role=alert]', { hasText: 'nothingAtAll' }).waitFor();
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  });

  it('saves the picture as SVG', async () => {
    const { page } = await site.open('#/graph/shop/src%2Fshared%2Fmoney.ts%3A%3AsumCents');
    await page.locator('.canvas svg').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save SVG' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('sumCents.svg');
    expect(await readFile(await download.path(), 'utf8')).toContain('Cart.total');
  });

  it('shows what changes while it is open', async () => {
    const { page } = await site.open('#/symbol/shop/src%2Fshared%2Fmoney.ts%3A%3AsumCents');
    await page.locator('h1', { hasText: 'sumCents' }).waitFor();
    await writeFile(
      join(site.shop.project, 'src/added.ts'),
      "import { sumCents } from './shared/money';\nexport const addedLater = () => sumCents([]);\n",
    );
    await page
      .locator('section[aria-label="Used by"] a', { hasText: 'addedLater' })
      .waitFor({ timeout: 20_000 });
  });

  it('lists routes with their handlers and leads to the flow of each', async () => {
    const { page } = await site.open('#/entries/shop');
    const entry = page.locator('.entries li', { hasText: '/orders/' });
    await entry.getByText('flow').click();
    await page.locator('.canvas svg a', { hasText: 'sellOne' }).waitFor();
    await page.goBack();
    await entry.getByText('sellOne').click();
    await page.locator('h1', { hasText: 'sellOne' }).waitFor();
  });

  it('draws the map of the whole project, with a script that no other view loads', async () => {
    const { page, problems } = await site.open('#/search/shop?q=cart');
    await page.locator('.result').first().waitFor();
    const scripts = () =>
      page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name).join(' ')");
    expect(await scripts()).not.toContain('draw-map');
    await page.locator('nav a', { hasText: 'map' }).click();
    await page.locator('.map .drawing canvas').first().waitFor();
    expect(await scripts()).toContain('draw-map');
    expect(await page.locator('.map .note').textContent()).toMatch(/\d+ folders, \d+ dependencies/);
    await page.locator('summary', { hasText: 'table' }).click();
    await page.locator('.map td', { hasText: 'src/cart' }).first().waitFor();
    const path = join(process.env['GM_PICTURES'] ?? site.shop.folder, 'web-map.png');
    await page.screenshot({ path });
    expect(problems).toEqual([]);
  });

  it('shows the entry points, notes and history of a symbol', async () => {
    const response = await fetch(`${site.url}api/tools/memory_write`, {
      method: 'POST',
      headers: { authorization: `Bearer ${site.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        title: 'Orders are sold one by one',
        body: `The till cannot take two. ${HOSTILE}`,
        kind: 'decision',
        about: ['sellOne'],
      }),
    });
    expect(response.status, await response.text()).toBe(200);
    const { page, problems } = await site.open('#/symbol/shop/src%2Fmain.ts%3A%3AsellOne');
    await page.locator('section[aria-label="Reached from"]', { hasText: '/orders/' }).waitFor();
    await page.locator('section[aria-label=Notes]', { hasText: 'one by one' }).waitFor();
    await page.locator('summary', { hasText: 'History' }).click();
    const changes = page.locator('ul[aria-label=Changes]');
    await changes.getByText('start').waitFor();
    expect(await changes.textContent()).toContain('1 change');
    expect(problems).toEqual([]);
  });

  it('keeps a trail that was saved', async () => {
    const { page } = await site.open('#/symbol/shop/src%2Fcart%2Fcart.ts%3A%3ACart');
    await page.locator('h1', { hasText: 'Cart' }).waitFor();
    await page.evaluate("location.hash = '#/symbol/shop/src%2Fshared%2Fmoney.ts%3A%3AsumCents'");
    await page.getByRole('button', { name: 'Save trail' }).click();
    await page.evaluate('sessionStorage.removeItem("graph-memory-trail")');
    await page.reload();
    await page.locator('summary', { hasText: 'Saved trails' }).click();
    const trail = page.locator('nav[aria-label="cart.ts.Cart to money.ts.sumCents"], .saved nav');
    await trail.locator('a', { hasText: 'Cart' }).click();
    await page.locator('h1', { hasText: 'Cart' }).waitFor();
    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.locator('.saved').waitFor({ state: 'detached' });
  });

  it('marks pages and sections that are wrong', async () => {
    const { page } = await site.open('#/docs/shop/docs%2Fwrong.md%3A%3AWrong');
    const wrong = page.locator('nav[aria-label=Pages] li', { hasText: 'docs/wrong.md' });
    await wrong.locator('em', { hasText: 'drift' }).waitFor();
    const drift = page.locator('section[aria-label=Drift]');
    await drift.getByText('docs/wrong.md:3').waitFor();
    await page.locator('nav[aria-label=Pages] a', { hasText: 'Right' }).click();
    await page.locator('article h1', { hasText: 'Right' }).waitFor();
    expect(await drift.count()).toBe(0);
  });

  it('shows what uncommitted changes touch', async () => {
    const { page } = await site.open('#/changes/shop');
    const symbols = page.locator('section[aria-label="Symbols by risk"]');
    await symbols.getByText('removeLater').waitFor();
    expect(await symbols.textContent()).toContain('added');
  });

  it('shows the state of the index', async () => {
    const { page } = await site.open('#/status/shop');
    await page.locator('dt', { hasText: 'freshness' }).waitFor();
    expect(await page.locator('.status').textContent()).toContain('typescript');
  });

  it('says what is wrong with an unknown symbol', async () => {
    const { page } = await site.open('#/symbol/shop/nowhere.ts%3A%3Anothing');
    const alert = page.locator('[role=alert]');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('nowhere.ts::nothing');
  });

  it('asks for a token instead of showing data without one', async () => {
    const page = await site.browser.newPage();
    await page.goto(site.url);
    await page.locator('input[type=password]').waitFor();
    expect(await page.textContent('body')).not.toContain('Cart');
    await page.locator('input[type=password]').fill(site.token);
    await page.keyboard.press('Enter');
    await page.locator('#query').waitFor();
  });

  it('removes the token from the address', async () => {
    const { page } = await site.open();
    expect(page.url()).not.toContain(site.token);
  });

  it('shows names, source and pages that contain HTML as text', async () => {
    const { page, problems } = await site.open(
      '#/symbol/shop/src%2Fhostile%2Fmarkup.ts%3A%3AhostileMarkup',
    );
    await page.locator('.source', { hasText: 'onerror' }).first().waitFor();
    await page.evaluate("location.hash = '#/docs/shop'");
    await page.locator('nav[aria-label=Pages] li', { hasText: 'hostile.md' }).locator('a').click();
    await page.locator('article .source', { hasText: 'javascript:alert' }).waitFor();
    expect(await page.locator('#app img, #app script, a[href^="javascript"]').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('lists its keys', async () => {
    const { page } = await site.open('#/status/shop');
    await page.locator('h1').waitFor();
    await page.keyboard.press('?');
    await page.locator('dialog[open]', { hasText: 'search' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  });

  it('fits its pictures for the documentation', async () => {
    const { page } = await site.open('#/symbol/shop/src%2Fcart%2Fcart.ts%3A%3ACart%3A%3Atotal', {
      width: 1100,
      height: 560,
    });
    await page.locator('.middle .source a').first().waitFor();
    // GM_PICTURES names the folder that receives them: docs/images when the page has changed.
    const path = join(process.env['GM_PICTURES'] ?? site.shop.folder, 'web-symbol.png');
    await page.screenshot({ path });
    const height = await page.evaluate('document.documentElement.scrollHeight');
    expect(height).toBeLessThanOrEqual(560);
  });

  const VIEWS = [
    ['search', '#/search/shop?q=cart'],
    ['symbol', '#/symbol/shop/src%2Fcart%2Fcart.ts%3A%3ACart'],
    ['graph', '#/graph/shop/src%2Fcart%2Fcart.ts%3A%3ACart'],
    ['map', '#/map/shop'],
    ['entries', '#/entries/shop'],
    ['changes', '#/changes/shop'],
    ['docs', '#/docs/shop/docs%2Fcarts.md%3A%3ACarts'],
    ['status', '#/status/shop'],
  ] as const;

  it.each(VIEWS)(
    'the view %s has no accessibility violation, in light and dark',
    async (_, hash) => {
      const { page } = await site.open(hash);
      await page.waitForSelector(
        '.result, .symbol h1, .canvas svg, .docs article h1, .status dl, .entries li, .changes .note, .map .note',
      );
      const script = await readFile(AXE, 'utf8');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        // The policy of the page refuses added scripts, evaluation by the test tool passes.
        const violations = await page.evaluate(`${script};axe.run().then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.target).join(', ')))`);
        expect(violations).toEqual([]);
      }
    },
  );

  it.each(VIEWS)('the view %s fits a screen of 360 pixels', async (_, hash) => {
    const { page } = await site.open(hash, { width: 360, height: 720 });
    await page.waitForSelector(
      '.result, .symbol h1, .canvas svg, .docs article h1, .status dl, .entries li, .changes .note, .map .note',
    );
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(360);
  });
});

describe.skipIf(BROWSER === undefined)('the web page of a large project', () => {
  const FILES = 400;
  const FUNCTIONS = 50;
  let site: Site;
  beforeAll(async () => {
    site = await openSite(async (project) => {
      await Promise.all(
        Array.from({ length: FILES }, async (_, file) => {
          const folder = join(project, `src/generated${file % 20}`);
          await mkdir(folder, { recursive: true });
          const functions = Array.from(
            { length: FUNCTIONS },
            (_, index) => `export const make${file}x${index} = () => sumCents([${index}]);`,
          );
          await writeFile(
            join(folder, `part${file}.ts`),
            `import { sumCents } from '../shared/money';\n${functions.join('\n')}\n`,
          );
        }),
      );
    });
  });
  afterAll(() => site.close());

  it('leads from a search to a symbol with 20,000 users, its graph and the map', async () => {
    const { page, problems } = await site.open('#/search/shop?q=sumCents');
    await page.locator('section[aria-label=Code] a.hit', { hasText: 'sumCents' }).first().click();
    await page.locator('section[aria-label="Used by"] h2', { hasText: 'of 20002' }).waitFor();
    await page.getByText('Show as a graph').click();
    await page.locator('.canvas svg rect.centre').waitFor();
    expect(await page.locator('.graph .note').textContent()).toMatch(/81 of 200\d\d steps/);
    await page.locator('nav a', { hasText: 'map' }).click();
    await page.locator('.map .drawing canvas').first().waitFor();
    expect(problems).toEqual([]);
  });

  it('can be loaded again while files are indexed', async () => {
    const { page, problems } = await site.open(
      '#/symbol/shop/src%2Fshared%2Fmoney.ts%3A%3AsumCents',
    );
    await page.locator('h1', { hasText: 'sumCents' }).waitFor();
    await Promise.all(
      Array.from({ length: FILES }, (_, file) =>
        appendFile(
          join(site.shop.project, `src/generated${file % 20}/part${file}.ts`),
          `export const later${file} = 1;\n`,
        ),
      ),
    );
    for (let round = 0; round < 5; round += 1) {
      await page.reload();
      await page.locator('h1', { hasText: 'sumCents' }).waitFor();
    }
    await page.evaluate("location.hash = '#/search/shop?q=later399'");
    await page
      .locator('section[aria-label=Code] a.hit', { hasText: 'later399' })
      .first()
      .waitFor({ timeout: 30_000 });
    expect(problems).toEqual([]);
  });
});
