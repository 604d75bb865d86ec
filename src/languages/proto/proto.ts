import { scannedLanguage } from '../../extractors/line-scanner/scan.ts';
import { rpcMethods } from './rpc-methods.ts';

export const PROTO = scannedLanguage(
  { id: 'proto', title: 'Protocol Buffers', extensions: ['.proto'], aliases: ['protobuf'] },
  {
    parts: [
      { pattern: /^[ \t]*message\s+(?<name>\w+)/gm, kind: 'class', until: 'braces' },
      { pattern: /^[ \t]*enum\s+(?<name>\w+)/gm, kind: 'enum', until: 'braces' },
      { pattern: /^[ \t]*service\s+(?<name>\w+)/gm, kind: 'interface', until: 'braces' },
      { pattern: /^[ \t]*rpc\s+(?<name>\w+)/gm, kind: 'method', until: 'braces' },
      { pattern: /^[ \t]*extend\s+(?<name>[\w.]+)/gm, kind: 'class', until: 'braces' },
    ],
    imports: /^import\s+(?:public\s+|weak\s+)?"(?<path>[^"]+)"/gm,
    comment: /^\s*\/\//,
    starts: rpcMethods,
  },
);
