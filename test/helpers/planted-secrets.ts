/** A project full of secrets, for tests that look for them in whatever leaves the program. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Written in parts, so that no scanner takes this file for a leak. */
const AWS = `AKIA${'Q7X2M5N8P1R4T6V9'}`;
const GITHUB = `ghp_${'q7X2m5N8p1R4t6V9w3Y0z5B8c1D4f6G9h2J5'}`;
const JWT = `eyJ${'hbGciOiJIUzI1NiJ9'}.eyJ${'zdWIiOiJwbGFudGVkLXN1YmplY3QifQ'}.q7X2m5N8p1R4t6V9w3Y0z5B8c1D4`;
const STRIPE = `sk_live_${'q7X2m5N8p1R4t6V9w3Y0'}`;
const URL_PASSWORD = 'pl4nted-in-url';
const QUERY_KEY = 'q7x2m5n8p1r4t6v9w3y0z5b8';
const ADO_PASSWORD = 'Pl4ntedAdo!';
const HEX = '9f3c1e7a5b2d8046c1f7e3a9b5d20864';
const CHOSEN = 'Pl4nted&Chosen';
const ENV_PASSWORD = 'pl4nted-env';
const NPM = 'q7X2m5N8p1R4t6V9w3Y0z5B8c1D4f6G9h2J5';
const PEM_BODY = 'MIIEvQPlantedNADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIB';
/** In files that must not be read at all: these look like ordinary words. */
const IN_SECRET_FILE = 'plantedwordinasecretfile';
const OUTSIDE = 'plantedwordoutside';

/** Nothing that leaves the program may hold one of them, in whatever case. */
export const SECRETS: readonly string[] = [
  AWS,
  GITHUB,
  JWT,
  STRIPE,
  URL_PASSWORD,
  QUERY_KEY,
  ADO_PASSWORD,
  HEX,
  CHOSEN,
  ENV_PASSWORD,
  NPM,
  PEM_BODY,
  IN_SECRET_FILE,
  OUTSIDE,
];

/** Words of the project that are no secrets, and what must be found when they are asked for. */
export const OPEN_WORDS = ['plantedGarden', 'waterPlants', 'GardenKeeper'] as const;

const GARDEN = `
/** Waters the garden; the key is ${GITHUB}, see https://keeper:${URL_PASSWORD}@garden.example/x. */
export function waterPlants(token = '${JWT}', url = "https://x.example/?api_key=${QUERY_KEY}") {
  const apiKey = '${HEX}';
  return plantedGarden(apiKey, token, url);
}
// Server=db;User Id=sa;Password=${ADO_PASSWORD};
export const plantedGarden = (...keys: string[]) => keys.length;
export class GardenKeeper {
  static accessKey = '${AWS}';
  readonly password = '${CHOSEN}';
  ['${STRIPE}'] = 1;
  rake(secret: '${HEX}' = '${HEX}') { return waterPlants(this.password); }
}
export enum Keys { Stripe = '${STRIPE}', "${GITHUB}" = 'x' }
export const pem = \`-----BEGIN ${'PRIVATE'} KEY-----
${PEM_BODY}
-----END ${'PRIVATE'} KEY-----\`;
export const rc = \`
//registry.example.org/:_authToken=${NPM}
DB_PASSWORD=${ENV_PASSWORD}
\`;
`;

const FILES: Readonly<Record<string, string>> = {
  'src/garden.ts': GARDEN,
  'src/use.ts': `import { waterPlants, GardenKeeper } from './garden';
import 'https://keeper:${URL_PASSWORD}@garden.example/module.js';
import './missing-${GITHUB}';
export { plantedGarden } from './garden';
export const used = waterPlants('${JWT}');
export class Deputy extends GardenKeeper { help() { return this.rake('${GITHUB}'); } }
`,
  'src/broken.ts': `export const broken = '${GITHUB}' ((( \n const token = '${HEX}';\n`,
  'src/readme.md': `# Garden\n\nThe token is ${GITHUB}, the key ${AWS}.\n`,
  'tsconfig.json': `{ "compilerOptions": { "paths": { "${GITHUB}/*": ["./src/*"] } } }`,
  'package.json': `{ "name": "garden", "token": "${GITHUB}" }`,
  [`src/${GITHUB}.ts`]: 'export const named = 1;',
  [`src/token_${STRIPE}/inside.ts`]: 'export const inside = 1;',
  '.env': `WORD=${IN_SECRET_FILE}`,
  '.env.ts': `export const ${IN_SECRET_FILE} = 1;`,
  '.npmrc': IN_SECRET_FILE,
  'credentials.json': `{ "${IN_SECRET_FILE}": 1 }`,
  'keys/id_rsa': IN_SECRET_FILE,
  'keys/server.key': IN_SECRET_FILE,
};

/** Paths of the project that must give nothing, each for another reason. */
export const FORBIDDEN_PATHS: readonly string[] = [
  '.env',
  '.env.ts',
  `src/${GITHUB}.ts`,
  `src/token_${STRIPE}/inside.ts`,
  'keys/id_rsa',
  'src/link.ts',
  'src/linked/outside.ts',
  '../outside/outside.ts',
  'src/../../outside/outside.ts',
  '/etc/passwd',
];

/** Writes the project to `folder/garden`, with something outside that links lead to. */
export async function plantSecrets(folder: string): Promise<string> {
  const root = join(folder, 'garden');
  const outside = join(folder, 'outside');
  const write = async (path: string, text: string) => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  };
  for (const [path, text] of Object.entries(FILES)) await write(join(root, path), text);
  await write(join(outside, 'outside.ts'), `export const ${OUTSIDE} = 1;`);
  await symlink(join(outside, 'outside.ts'), join(root, 'src/link.ts'));
  await symlink(outside, join(root, 'src/linked'));
  return root;
}

/** The secrets in a text; empty is what is wanted. */
export function secretsIn(text: string): readonly string[] {
  const lower = text.toLowerCase();
  return SECRETS.filter((secret) => lower.includes(secret.toLowerCase()));
}
