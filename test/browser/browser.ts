/** The built web page in a real browser, served by the built program. */
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { makeSandbox, type Sandbox, startServer } from '../e2e/program.ts';

/** Where Debian and others install Chromium; CHROMIUM names another place. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export const BROWSER = [process.env['CHROMIUM'] ?? '', ...PLACES].find((path) => existsSync(path));

export interface Site {
  readonly shop: Sandbox;
  readonly url: string;
  readonly token: string;
  readonly browser: Browser;
  /** Opens the page with the token. `problems` collects errors of the page and foreign requests. */
  open(hash?: string, size?: { width: number; height: number }): Promise<OpenedPage>;
  close(): Promise<void>;
}

interface OpenedPage {
  readonly page: Page;
  readonly problems: readonly string[];
}

/** Serves a copy of the shop; `prepare` may change it first. */
export async function openSite(
  prepare: (project: string) => Promise<void> = async () => undefined,
): Promise<Site> {
  const shop = await makeSandbox();
  await prepare(shop.project);
  const { process: child, url, token } = await startServer(shop);
  const browser = await chromium.launch({
    executablePath: BROWSER ?? '',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  return {
    shop,
    url,
    token,
    browser,
    open: async (hash = '#/', viewport = { width: 1280, height: 900 }) => {
      const context = await browser.newContext({ viewport });
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(`console: ${message.text()}`);
      });
      page.on('dialog', (dialog) => problems.push(`dialog: ${dialog.message()}`));
      page.on('request', (request) => {
        if (!request.url().startsWith(url)) problems.push(`request: ${request.url()}`);
      });
      await page.goto(`${url}#token=${token}`);
      await page.waitForSelector('main');
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      return { page, problems };
    },
    close: async () => {
      await browser.close();
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('close', resolve));
      await shop.remove();
    },
  };
}
