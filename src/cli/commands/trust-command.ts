import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { reachesOfConfig } from '../../config/load.ts';
import { CONFIG_FILE_NAME } from '../../config/schema.ts';
import {
  type Consent,
  configIdentity,
  listPath,
  readConsents,
  writeConsents,
} from '../../config/trust.ts';
import { exists } from '../../files/exists.ts';
import { addConsents } from '../confirm-trust.ts';
import { type CommonOptions, configRequest, folderOf } from '../session.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { commonOptions, withCommonOptions } from './common-options.ts';

/**
 * Creates the command `trust`, which manages what configurations may reach outside their own
 * folder.
 */
export function trustCommand(terminal: Terminal): Command {
  const command = new Command('trust')
    .summary('allow a configuration to reach outside of its folder')
    .description(
      'Allows a graph-memory.yaml to use the servers, and the folders outside of its own, that it names now.\nNames added later need consent again.',
    )
    .argument('[path]', 'the file, or its folder (default: the nearest graph-memory.yaml)')
    .option('--list', 'show what is allowed, and change nothing')
    .option('--remove', 'withdraw the consent');
  withCommonOptions(command, [
    'graph-memory trust',
    'graph-memory trust ../other/graph-memory.yaml',
    'graph-memory trust --list',
    'graph-memory trust --remove ../other',
  ]);
  return command.action(async (path: string | undefined) => {
    const values = command.optsWithGlobals<Record<string, unknown>>();
    const options = withPath(terminal, commonOptions(values), path);
    const { homeDir } = terminal;
    if (values['list'] === true) return print(terminal, options, readConsents(homeDir));
    if (values['remove'] === true) {
      const config = await identityOf(terminal, options);
      return print(terminal, options, await removeConsents(homeDir, config));
    }
    const { config, reaches } = await reachesOfConfig(configRequest(terminal, options));
    const allowed = [...new Set(reaches.map(({ reach }) => reach))];
    if (allowed.length > 0) await addConsents(homeDir, config, allowed);
    print(
      terminal,
      options,
      allowed.map((reach) => ({ config, reach })),
    );
  });
}

/**
 * Returns the options with the configuration file that the argument selects: the file itself, or
 * the one in a folder.
 */
function withPath(
  terminal: Terminal,
  options: CommonOptions,
  path: string | undefined,
): CommonOptions {
  if (path === undefined) return options;
  const absolute = resolve(folderOf(terminal, options), path);
  const isFolder = exists(absolute, CONFIG_FILE_NAME);
  return { ...options, config: isFolder ? join(absolute, CONFIG_FILE_NAME) : absolute };
}

/** Returns the withdrawn consents. */
async function removeConsents(homeDir: string, config: string): Promise<readonly Consent[]> {
  const before = readConsents(homeDir);
  const kept = before.filter((one) => one.config !== config);
  if (kept.length < before.length) await writeConsents(homeDir, kept);
  return before.filter((one) => one.config === config);
}

/** Returns the identity of a file even if it no longer exists, so that consent can be withdrawn. */
async function identityOf(terminal: Terminal, options: CommonOptions): Promise<string> {
  if (options.config === undefined)
    return (await reachesOfConfig(configRequest(terminal, options))).config;
  const inFolder = await configIdentity(join(options.config, CONFIG_FILE_NAME));
  const isListed = readConsents(terminal.homeDir).some(({ config }) => config === inFolder);
  return isListed ? inFolder : configIdentity(options.config);
}

function print(terminal: Terminal, { json }: CommonOptions, consents: readonly Consent[]): void {
  if (json) return printLine(terminal.stdout, JSON.stringify({ consents }));
  for (const { config, reach } of consents) printLine(terminal.stdout, `${config}: ${reach}`);
  if (consents.length > 0) return;
  printLine(terminal.stdout, `nothing (the list is ${listPath(terminal.homeDir)})`);
}
