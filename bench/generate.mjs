// Generated projects of any size: classes, interfaces, functions, imports through a barrel, like real
// code in proportion (about 60 lines and 8 symbols a file), so that cost per file can be compared.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FILES_PER_FOLDER = 40;

export function generateProject(root, fileCount) {
  write(root, 'package.json', '{ "name": "generated" }');
  write(root, 'tsconfig.json', '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }');
  for (let index = 0; index < fileCount; index++) write(root, pathOf(index), sourceOf(index));
}

function write(root, path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function pathOf(index) {
  return `src/area${Math.floor(index / FILES_PER_FOLDER)}/service${index}.ts`;
}

function importOf(index, from) {
  const isNear = Math.floor(index / FILES_PER_FOLDER) === Math.floor(from / FILES_PER_FOLDER);
  return isNear
    ? `./service${index}.js`
    : `@/area${Math.floor(index / FILES_PER_FOLDER)}/service${index}`;
}

function sourceOf(index) {
  const earlier = [1, 7, 61].map((step) => index - step).filter((other) => other >= 0);
  const imports = earlier.map(
    (other) => `import { Service${other}, compute${other} } from '${importOf(other, index)}';`,
  );
  const base = earlier[0] === undefined ? '' : ` extends Service${earlier[0]}`;
  const calls = earlier.map(
    (other) => `    total += compute${other}(value) + new Service${other}(value).size();`,
  );
  return `${imports.join('\n')}

/** Options of service ${index}: how many rows to read and which label they carry. */
export interface Options${index} {
  readonly label: string;
  readonly rows: number;
}

/** Reads rows of area ${index} and adds up what they hold. */
export class Service${index}${base} {
  readonly options${index}: Options${index};

  constructor(value: number) {
    ${base === '' ? '' : 'super(value);'}
    this.options${index} = { label: 'service ${index}', rows: value };
  }

  /** Number of rows, as the options say. */
  size(): number {
    return this.describe${index}().length + this.options${index}.rows;
  }

  describe${index}(): string {
    const { label, rows } = this.options${index};
    if (rows > ${index % 97}) {
      return \`\${label} has \${rows} rows\`;
    }
    return label.split(' ').map((word) => word.toUpperCase()).join('-');
  }
}

/** Adds the values of the services that ${index} depends on. */
export function compute${index}(value: number): number {
  let total = value % ${(index % 13) + 2};
  for (let step = 0; step < 3; step++) {
${calls.join('\n')}
    total += step;
  }
  return total;
}

export const DEFAULT_${index}: Options${index} = { label: 'default', rows: ${index} };
`;
}
