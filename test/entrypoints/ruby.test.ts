import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

describe('routes of Sinatra', () => {
  it('are blocks of a script or a class, and calls of other objects are none', async () => {
    const lines = await entryLines({
      'app.rb': `require 'sinatra'
get '/ping' do
  cache.get('/none') { 1 }
end
`,
      'api.rb': `class Api < Sinatra::Base
  post '/users/:id' do
    'x'
  end
end
`,
      'other.rb': `get '/other' do
end
`,
    });
    expect(lines).toEqual(['GET /ping → line 2', 'POST /users/:id → line 2']);
  });
});
