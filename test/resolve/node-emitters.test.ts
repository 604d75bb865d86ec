/** Classes that inherit from the emitters and streams of Node.js. */
import { describe, test } from 'vitest';
import { checkEdges } from '../helpers/check.ts';

describe('a method of an emitter that returns the emitter', () => {
  test('keeps the class of the project in a chain', () =>
    checkEdges({
      'a.ts': `
        import { EventEmitter } from 'node:events';
        import Emitter from 'events';
        import { Transform } from 'stream';
        class Server extends EventEmitter { listen() {} }
        class Client extends Emitter { connect() {} }
        class Parser extends Transform { parse() {} }
        export function run(client: Client) { //: type Client
          const server = new Server().on('error', () => {}); //: new Server
          server.listen(); //: calls Server::listen
          client.once('end', () => {}).connect(); //: calls Client::connect
          client.pipe(new Parser()).parse(); //: new Parser
          new Parser().pipe(new Parser()).setMaxListeners(3).parse(); //: new Parser, calls Parser::parse
        }
      `,
    }));

  test('is found through require', () =>
    checkEdges({
      'a.js': `
        const EventEmitter = require('events');
        const { EventEmitter: Named } = require('events');
        const events = require('node:events');
        class Server extends EventEmitter { listen() {} }
        class Client extends Named { connect() {} }
        class Worker extends events.EventEmitter { run() {} }
        new Server().on('error', () => {}).listen(); //: new Server, calls Server::listen
        new Client().once('end', () => {}).connect(); //: new Client, calls Client::connect
        new Worker().once('end', () => {}).run(); //: new Worker, calls Worker::run
      `,
    }));
});
