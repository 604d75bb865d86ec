/** Socket.IO: events of the sockets that a server or a namespace accepts. */
import type { CallContext, Framework, Rule } from '../../framework.ts';
import { group, route, SAME } from '../../rules.ts';
import type { Value } from '../../value.ts';

/** `io.on('connection', (socket) => …)`. */
const CONNECTION: Rule = {
  ...SAME,
  callback: ({ values, object, file, number, call }: CallContext, argument): readonly Value[] => {
    const event = values.text(file, call.args[0]);
    if (object === undefined || argument !== 1 || !/^connect(?:ion)?$/.test(event ?? '')) return [];
    const own = { kind: 'Socket', file, call: number };
    const socket = values.objects.child(object, `${file}:${number}`, own);
    return [{ form: 'object', object: socket }];
  },
};

const EVENT = route([], { type: 'websocket' });

export const SOCKET_IO: Framework = {
  name: 'socket.io',
  objects: {
    'socket.io': { kind: 'Server', isRoot: true },
    'socket.io.Server': { kind: 'Server', isRoot: true },
    'socket.io.Namespace': { kind: 'Server', isRoot: true },
    'socket.io.Socket': { kind: 'Socket' },
  },
  methods: {
    Server: { on: CONNECTION, of: group(), use: SAME },
    Socket: { on: EVENT, once: EVENT, use: SAME },
  },
  join: (prefix, path) => (prefix === '' || path === '' ? prefix + path : `${prefix} ${path}`),
};
