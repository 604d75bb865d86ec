/** Types in JSDoc comments of JavaScript. Expectations follow `//:`. */
import { describe, test } from 'vitest';
import { checkEdges } from '../helpers/check.ts';

const LOGGER = 'export class Logger { log() {} }\n';

describe('types in JSDoc', () => {
  test('give variables, parameters, results and casts the members of the named type', () =>
    checkEdges({
      'logger.js': LOGGER,
      'a.js': `
/** @typedef {import('./logger.js').Logger} Logger */ //: type logger.js::Logger
/** @type {import('./logger.js').Logger} */ //: type logger.js::Logger
let direct;
direct.log(); //: calls logger.js::Logger::log, uses direct
/**
 * @param {Logger} one //: type Logger
 * @param {Logger=} two //: type Logger
 * @param {...Logger} rest //: type Logger
 */
function parameters(one, two = null, ...rest) {
  one.log(); //: calls logger.js::Logger::log
  two.log(); //: calls logger.js::Logger::log
  rest[0].log(); //: calls logger.js::Logger::log
}
/** @returns {Logger} */ //: type Logger
const make = () => JSON.parse('{}');
make().log(); //: calls logger.js::Logger::log, calls make
function casts(value) {
  (/** @type {Logger} */ (value)).log(); //: calls logger.js::Logger::log, type Logger
  return /** @type {?Logger} */ (value).log(); //: calls logger.js::Logger::log, type Logger
}
`,
    }));

  test('describe the members of options, whether destructured or not', () =>
    checkEdges({
      'logger.js': LOGGER,
      'a.js': `
import { Logger } from './logger.js';
/**
 * @param {Object} options
 * @param {Logger} options.log //: type logger.js::Logger
 * @param {Logger} [options.other] //: type logger.js::Logger
 */
function one(options) {
  options.log.log(); //: calls logger.js::Logger::log
  options.other?.log(); //: calls logger.js::Logger::log
}
/**
 * @param {object[]} list
 * @param {Logger} list[].log //: type logger.js::Logger
 * @param {object} options
 * @param {Logger} options.log //: type logger.js::Logger
 */
function two(list, { log }) {
  list[0].log.log(); //: calls logger.js::Logger::log
  log.log(); //: calls logger.js::Logger::log
}
/**
 * @param {{
 *   log:
 *   Logger, more?: Array<Logger> }} options //: type logger.js::Logger
 */
export const three = ({ log, more }) => {
  log.log(); //: calls logger.js::Logger::log
  more[0].log(); //: calls logger.js::Logger::log
};
`,
    }));

  test('are declared by @typedef, which importers see, and by constructor functions', () =>
    checkEdges({
      'logger.js': LOGGER,
      'types.js': `
/**
 * Options of everything.
 *
 * @typedef {Object} Options
 * @property {import('./logger.js').Logger} log Where to. //: type logger.js::Logger
 * @property {(name: string) => import('./logger.js').Logger} [make] //: type logger.js::Logger
 */
function Plain() {}
Plain.prototype.run = function () {};
module.exports = Plain; //: uses Plain
`,
      'a.js': `
/** @typedef {import('./types.js')} Plain */
/**
 * @param {import('./types.js').Options} options //: type types.js::Options
 * @param {Plain} plain //: type Plain
 */
function run(options, plain) {
  options.log.log(); //: calls logger.js::Logger::log
  options.make('x').log(); //: calls logger.js::Logger::log, calls types.js::Options::make
  plain.run(); //: calls types.js::Plain::run
}
`,
    }));

  test('with a path as name do not hide the thing that the path begins with', () =>
    checkEdges({
      'server.js': `
/** @typedef {Object} Server~options */
function Server() {}
Server.prototype.listen = function () {};
module.exports = Server; //: uses Server
`,
      'index.js': `
const Server = require('./server');
/** @returns {Server} a server */ //: type server.js::Server
exports.create = function (options) {
  return options.server;
};
`,
      'use.js': `
require('./index').create({}).listen(); //: calls index.js::create, calls server.js::Server::listen
`,
    }));

  test('give fields their types and classes their interfaces', () =>
    checkEdges({
      'a.js': `
class Shape { draw() {} }
/** @implements {Shape} */ //: implements Shape, type Shape
class Square {
  /** @type {Shape[]} */ //: type Shape
  parts = [];
  draw() {}
  constructor(options) {
    /** @type {Map<string, Shape>} */ //: type Shape
    this.named = options.named;
  }
  all() {
    for (const part of this.parts) part.draw(); //: calls Shape::draw
    for (const part of this.named.values()) part.draw(); //: calls ~Shape::draw
  }
}
/**
 * @template T
 * @param {T} value
 * @returns {T}
 */
function same(value) { return value; }
same(new Shape()).draw(); //: calls Shape::draw, calls same, new Shape
`,
    }));

  test('that cannot be read leave what the code says', () =>
    checkEdges({
      'logger.js': LOGGER,
      'a.js': `
import { Logger } from './logger.js';
/** @type {some words */
let zero;
/** @type {${'?'.repeat(20_000)}Logger} */
const one = new Logger(); //: new logger.js::Logger
/** @type {Object} */
const two = new Logger(); //: new logger.js::Logger
one.log(); //: calls logger.js::Logger::log, uses one
two.log(); //: calls logger.js::Logger::log, uses two
`,
    }));

  test('are imported by @import, as names, as a default and as a whole module', () =>
    checkEdges({
      'logger.js': `${LOGGER}export default class Main { run() {} }
`,
      'a.js': `
/** @import Main, { Logger, Logger as Other } from './logger.js' */
/**
 * @import * as all
 *   from './logger.js'
 */
/**
 * @param {Logger} one //: type logger.js::Logger
 * @param {Other} two //: type logger.js::Logger
 * @param {Main} three //: type logger.js::Main
 * @param {all.Logger} four //: type logger.js::Logger
 */
function run(one, two, three, four) {
  one.log(); //: calls logger.js::Logger::log
  two.log(); //: calls logger.js::Logger::log
  three.run(); //: calls logger.js::Main::run
  four.log(); //: calls logger.js::Logger::log
}
`,
    }));

  test('describe functions by @callback, also to importers', () =>
    checkEdges({
      'logger.js': LOGGER,
      'types.js': `
/**
 * @callback Report
 * @param {import('./logger.js').Logger} log //: type logger.js::Logger
 * @returns {import('./logger.js').Logger} //: type logger.js::Logger
 */
export const nothing = 1;
`,
      'a.js': `
/** @param {import('./types.js').Report} report */ //: type types.js::Report
function use(report) {
  report(null).log(); //: calls logger.js::Logger::log
}
use((log) => log.log()); //: calls ~logger.js::Logger::log, calls use
`,
    }));

  test('state the type arguments of a base by @extends, and what a value satisfies', () =>
    checkEdges({
      'logger.js': LOGGER,
      'a.js': `
/** @import { Logger } from './logger.js' */
/** @template T */
class Box {
  /** @returns {T} */
  get() { return JSON.parse('{}'); }
}
/** @extends {Box<Logger>} */ //: type logger.js::Logger
class LoggerBox extends Box { //: extends Box
  run() {
    this.get().log(); //: calls Box::get, calls logger.js::Logger::log
  }
}
/** @typedef {{ on: (log: Logger) => void }} Handlers */ //: type logger.js::Logger
const one = /** @satisfies {Handlers} */ ({ //: type Handlers
  on: (log) => log.log(), //: calls ~logger.js::Logger::log
});
/** @satisfies {Handlers} */ //: type Handlers
const two = {
  on: (log) => log.log(), //: calls ~logger.js::Logger::log
};
`,
    }));

  test('let new create what a module exports as a class with more members', () =>
    checkEdges({
      'watch.js': `
class Watch { constructor(options) {} start() {} }
/** @typedef {typeof Watch & { util: { readonly now: () => void } }} Exports */ //: uses Watch
module.exports = /** @type {Exports} */ (Object.assign(Watch, { util: {} })); //: type Exports, uses Watch
`,
      'a.js': `
const Watch = require('./watch');
const watch = new Watch();
watch.start(); //: calls watch.js::Watch::start, uses watch
`,
    }));

  test('do not change what an export of a class or of another module is', () =>
    checkEdges({
      'stream.js': `
/** @type {Stream} */
module.exports = class Stream { write() {} };
`,
      'index.js': `
/** @type {Stream} */
exports.Stream = require('./stream');
exports.made = new exports.Stream(); //: new stream.js::Stream
exports.made.write(); //: calls stream.js::Stream::write
/** @type {(stream: import('./stream')) => void} */
exports.use = function (stream) {
  stream.write(); //: calls ~stream.js::Stream::write
};
exports.use(exports.made); //: calls use
`,
    }));
});
