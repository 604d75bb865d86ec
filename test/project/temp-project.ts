/** A project in a temporary folder, indexed by the real thing. */
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { ProjectConfig } from '../../src/config/load.ts';
import { Project, type WriterIdentity } from '../../src/project/project.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const SHOP = fileURLToPath(new URL('../../fixtures/projects/shop', import.meta.url));

export interface TempProject {
  readonly config: ProjectConfig;
  /** Opens the project as a new process would. */
  open(notices?: string[], writer?: Partial<WriterIdentity>): Promise<Project>;
  /** Opens the project and indexes it. */
  indexed(): Promise<Project>;
  read(path: string): Promise<string>;
  write(path: string, text: string | Uint8Array): Promise<void>;
  /** Makes a symbolic link. */
  link(path: string, target: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Puts other bytes into a file of the store. */
  damage(name: string, change: (bytes: Buffer) => Buffer): Promise<void>;
  storeFiles(): Promise<string[]>;
}

/** A writer that is the only process there is. */
export function testWriter(given: Partial<WriterIdentity> = {}): WriterIdentity {
  return {
    pid: 1001,
    host: 'test',
    processStartedAtMs: 0,
    now: () => Date.now(),
    isAlive: () => false,
    fingerprintOf: () => undefined,
    pause: () => Promise.resolve(),
    ...given,
  };
}

function inFolder(folder: string, given: Partial<ProjectConfig['code']>): TempProject {
  const config: ProjectConfig = {
    name: 'shop',
    root: join(folder, 'shop'),
    storeDir: join(folder, 'store'),
    memory: undefined,
    personalNotes: undefined,
    code: {
      enabled: true,
      include: ['**/*.{js,jsx,ts,tsx}'],
      exclude: [],
      fileSizeBytesMax: 2 ** 21,
      parseMsMax: 5000,
      embedding: 'static',
      vectorIndex: 'auto',
      embeddingModel: undefined,
      embeddingServer: undefined,
      sparseModel: undefined,
      rerankModel: undefined,
      ...given,
    },
    docs: {
      enabled: given.enabled ?? true,
      include: ['**/*'],
      exclude: [],
      about: [],
      driftExclude: [],
    },
  };
  const pathOf = (path: string) => join(config.root, path);
  const open: TempProject['open'] = async (notices = [], writer = {}) => {
    const project = await Project.open(config, {
      writer: testWriter(writer),
      notice: (line) => notices.push(line),
    });
    // What it is still saving would be in the way of removing the folder.
    onTestFinished(() => project.close());
    return project;
  };
  return {
    config,
    open,
    indexed: async () => {
      const project = await open();
      await project.index({});
      return project;
    },
    write: async (path, text) => {
      await mkdir(dirname(pathOf(path)), { recursive: true });
      await writeFile(pathOf(path), text);
    },
    read: (path) => readFile(pathOf(path), 'utf8'),
    link: (path, target) => symlink(target, pathOf(path)),
    remove: (path) => rm(pathOf(path)),
    damage: async (name, change) => {
      const path = join(config.storeDir, name);
      await writeFile(path, change(await readFile(path)));
    },
    storeFiles: async () => (await readdir(config.storeDir)).sort(),
  };
}

/** A project of the files given, by path. */
export async function tempProject(
  files: Readonly<Record<string, string>>,
  code: Partial<ProjectConfig['code']> = {},
): Promise<TempProject> {
  const project = inFolder(await tempFolder(), code);
  await mkdir(project.config.root, { recursive: true });
  for (const [path, text] of Object.entries(files)) await project.write(path, text);
  return project;
}

/** A copy of the fixture shop. */
export async function tempShop(code: Partial<ProjectConfig['code']> = {}): Promise<TempProject> {
  const project = inFolder(await tempFolder(), code);
  await cp(SHOP, project.config.root, { recursive: true });
  return project;
}
