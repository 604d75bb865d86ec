import { describe, expect, it } from 'vitest';
import { entryLines, entryPointsOf } from '../helpers/entry-points.ts';

describe('procedures of tRPC', () => {
  it('have the names of the routers around them, across files', async () => {
    const sources = {
      'trpc.ts': `
import { initTRPC } from '@trpc/server';
const t = initTRPC.context<Context>().create({ transformer });
export const createTRPCRouter = t.router;
export const publicProcedure = t.procedure;
export const protectedProcedure = t.procedure.use(isAuthed);
`,
      'users.ts': `
import { createTRPCRouter, protectedProcedure, publicProcedure } from './trpc';
export const usersRouter = createTRPCRouter({
  byId: publicProcedure.input(z.string()).query(show),
  rename: protectedProcedure.input(schema).mutation(async ({ input }) => input),
  posts: createTRPCRouter({ list: publicProcedure.query(show) }),
});
function show() {}
`,
      'root.ts': `
import { createTRPCRouter, publicProcedure } from './trpc';
import { usersRouter } from './users';
export const appRouter = createTRPCRouter({
  users: usersRouter,
  ping: publicProcedure.query(() => 'pong'),
});
`,
      'server.ts': `
import { createHTTPServer } from '@trpc/server/adapters/standalone';
import { appRouter } from './root';
createHTTPServer({ router: appRouter }).listen(3000);
db.query('select', x);
`,
    };
    expect(await entryLines(sources)).toEqual([
      'QUERY ping → line 6',
      'QUERY users.byId → users.ts::show',
      'QUERY users.posts.list → users.ts::show',
      'MUTATION users.rename → line 5 via isAuthed',
    ]);
    const [first] = await entryPointsOf(sources);
    expect(first).toMatchObject({
      type: 'rpc',
      framework: 'trpc',
      evidence: 'exact',
    });
  });
});

describe('resolvers of GraphQL', () => {
  it('are the fields of the root types that a server is given', async () => {
    const lines = await entryLines({
      'server.ts': `
import { ApolloServer } from '@apollo/server';
import { resolvers } from './resolvers';
const server = new ApolloServer({ typeDefs, resolvers });
`,
      'resolvers.ts': `
import { bookQueries } from './books';
export const resolvers = {
  Query: { ...bookQueries, ping: () => 'pong' },
  Mutation: { addBook },
  Book: { author: () => 1 },
  Subscription: { added: { subscribe: listen } },
};
function addBook() {}
function listen() {}
`,
      'books.ts': `
export const bookQueries = { books() {} };
`,
    });
    expect(lines).toEqual([
      'Book.author → resolvers.ts::resolvers::Book::author',
      'Mutation.addBook → resolvers.ts::addBook',
      'Query.books → books.ts::bookQueries::books',
      'Query.ping → resolvers.ts::resolvers::Query::ping',
      'Subscription.added → resolvers.ts::listen',
    ]);
  });

  it('are decorated methods of type-graphql', async () => {
    const lines = await entryLines({
      'r.ts': `
import { Query, Resolver } from 'type-graphql';
@Resolver()
export class Books {
  @Query(() => [Book]) books() {}
  @Query(() => Book, { name: 'one' }) find() {}
}
`,
    });
    expect(lines).toEqual(['Query.books → r.ts::Books::books', 'Query.one → r.ts::Books::find']);
  });
});

describe('events of Socket.IO', () => {
  it('belong to the sockets of a server or a namespace', async () => {
    const lines = await entryLines({
      'io.ts': `
import { Server } from 'socket.io';
import { chat } from './chat';
const io = new Server(http);
io.on('connection', (socket) => {
  socket.on('ping', pong);
  chat(socket);
});
io.of('/admin').on('connection', (socket) => { socket.on('stop', pong); });
process.on('exit', pong);
function pong() {}
`,
      'chat.ts': `
import type { Socket } from 'socket.io';
export function chat(socket: Socket) {
  socket.on('say', (text) => {});
}
`,
    });
    expect(lines).toEqual(['/admin stop → io.ts::pong', 'ping → io.ts::pong', 'say → line 4']);
  });
});
