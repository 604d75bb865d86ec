import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

describe('routes of Sinatra', () => {
  it('have the path of their resource where a block for members names a canonical action', async () => {
    const lines = await entryLines({
      'config/routes.rb': `Rails.application.routes.draw do
  resource :profile, only: %i[edit] do
    member do
      get :delete
      delete :destroy
    end
  end
  resources :posts, only: [] do
    delete :destroy, on: :member
    get :destroy
  end
end
`,
    });
    expect(lines.map((line) => line.replace(/ →.*/, ''))).toEqual([
      'DELETE /posts/:id',
      'GET /posts/:post_id/destroy',
      'DELETE /profile',
      'GET /profile/delete',
      'GET /profile/edit',
    ]);
  });

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

describe('namespaces of Sinatra', () => {
  it('are prefixes of the routes inside of them', async () => {
    const lines = await entryLines({
      'app.rb': `require 'sinatra/base'
require 'sinatra/namespace'
class App < Sinatra::Base
  get '/' do
    1
  end
  namespace '/api' do
    get '/users/:id' do
      1
    end
    namespace '/v1' do
      post '/x' do
        1
      end
    end
  end
end
`,
    });
    expect(lines).toEqual([
      'GET / → line 4',
      'GET /api/users/:id → line 8',
      'POST /api/v1/x → line 12',
    ]);
  });
});

describe('routes of Rails', () => {
  it('are the actions of nested resources with their own paths and controllers', async () => {
    const lines = await entryLines({
      'config/routes.rb': `Rails.application.routes.draw do
  root 'home#index'
  resources :articles, only: [:index, :show], param: :slug do
    resources :comments, only: %i[create destroy]
    member do
      post :favorite
    end
    get :feed, on: :collection
    get 'raw'
  end
  resource :profile, only: :show
end
`,
      'app/controllers/home_controller.rb': `class HomeController < ApplicationController
  def index
  end
end
`,
      'app/controllers/articles_controller.rb': `class ArticlesController < ApplicationController
  def index
  end
  def show
  end
  def favorite
  end
end
`,
      'app/controllers/profiles_controller.rb': `class ProfilesController < BaseController
end
`,
    });
    expect(lines).toEqual([
      'GET / → app/controllers/home_controller.rb::HomeController::index',
      'GET /articles → app/controllers/articles_controller.rb::ArticlesController::index',
      'POST /articles/:article_slug/comments → line 4',
      'DELETE /articles/:article_slug/comments/:id → line 4',
      'GET /articles/:article_slug/raw → app/controllers/articles_controller.rb::ArticlesController',
      'GET /articles/:slug → app/controllers/articles_controller.rb::ArticlesController::show',
      'POST /articles/:slug/favorite → app/controllers/articles_controller.rb::ArticlesController::favorite',
      'GET /articles/feed → app/controllers/articles_controller.rb::ArticlesController',
      'GET /profile → app/controllers/profiles_controller.rb::ProfilesController',
    ]);
  });

  it('have the paths and modules of namespaces, scopes and engines around them', async () => {
    const lines = await entryLines({
      'config/routes.rb': `Rails.application.routes.draw do
  namespace :admin do
    root to: 'dashboard#show'
    get 'stats', to: 'stats#show'
  end
  scope '/api', module: :api, defaults: { format: :json } do
    match 'search' => 'search#run', via: [:get, :post]
    authenticate :user do
      delete '/session', to: 'sessions#destroy'
    end
  end
  draw(:extra)
  mount Shop::Engine => '/shop'
end
`,
      'config/routes/extra.rb': `%w[terms privacy].each do |page|
  get page, to: 'pages#show'
end
namespace(:extra) { get :ping, to: 'ping#show' }
`,
      'engines/shop/config/routes.rb': `Shop::Engine.routes.draw do
  get '/cart', to: 'carts#show'
end
`,
      'app/controllers/admin/stats_controller.rb': `module Admin
  class StatsController < ApplicationController
    def show; end
  end
end
`,
      'engines/shop/app/controllers/shop/carts_controller.rb': `module Shop
  class CartsController
    def show; end
  end
end
`,
    });
    expect(lines).toEqual([
      'GET /admin → line 3',
      'GET /admin/stats → app/controllers/admin/stats_controller.rb::Admin::StatsController::show',
      'GET,POST /api/search → line 7',
      'DELETE /api/session → line 9',
      'GET /extra/ping → line 4',
      'GET /privacy → line 2',
      'GET /shop/cart → engines/shop/app/controllers/shop/carts_controller.rb::Shop::CartsController::show',
      'GET /terms → line 2',
    ]);
  });

  it('include concerns wherever they are named, and shallow members', async () => {
    const lines = await entryLines({
      'config/routes.rb': `Rails.application.routes.draw do
  concern :commentable do
    resources :comments, only: :index
  end
  resources :posts, only: [], concerns: :commentable
  resources :photos, only: [] do
    concerns :commentable
  end
  resources :users, only: [] do
    resources :notes, shallow: true, only: [:index, :update]
  end
end
`,
    });
    expect(lines).toEqual([
      'PATCH,PUT /notes/:id → line 10',
      'GET /photos/:photo_id/comments → line 3',
      'GET /posts/:post_id/comments → line 3',
      'GET /users/:user_id/notes → line 10',
    ]);
  });

  it('have no forms in an application without pages', async () => {
    const lines = await entryLines({
      'config/application.rb': `module Blog
  class Application < Rails::Application
    config.api_only = true
  end
end
`,
      'config/routes.rb': `Rails.application.routes.draw do
  resources :users, path: 'people', except: :destroy
end
`,
    });
    expect(lines).toEqual([
      'GET /people → line 2',
      'POST /people → line 2',
      'GET /people/:id → line 2',
      'PATCH,PUT /people/:id → line 2',
    ]);
  });
});

it('optional parts of Rails hold the slash in front of them, and nil is no path', async () => {
  const lines = await entryLines({
    'config/routes.rb': `Rails.application.routes.draw do
  get '(projects/:id)/search', to: 'search#index'
  get '(:locale)', to: 'home#index'
  get 'projects/:id/repository', to: 'repositories#show', path: nil
end
`,
  });
  expect(lines.map((line) => line.replace(/ → .*/, ''))).toEqual([
    'GET (/projects/:id)/search',
    'GET /(:locale)',
    'GET /projects/:id/repository',
  ]);
});

describe('routes of Sinatra that are regular expressions', () => {
  it('have their source as the path', async () => {
    const lines = await entryLines({
      'app.rb': `require 'sinatra'
get %r{
  /history/ # a page
  (.+)
}x do
end
`,
    });
    expect(lines).toEqual(['GET /history/(.+) → line 5']);
  });
});

describe('routes of Sinatra below a nested class', () => {
  it('have the path of its file for Rack, and leave out helpers in blocks', async () => {
    const lines = await entryLines({
      'modules/bmc/http_config.ru': `require 'bmc/bmc_api'
map "/bmc" do
  run Proxy::BMC::Api
end
`,
      'modules/bmc/bmc_api.rb': `require 'sinatra/base'
module Proxy::BMC
  class Api < ::Sinatra::Base
    get "/:host" do
    end
    delete "/:host" do |host|
      delete "host", host
    end
  end
end
`,
    });
    expect(lines).toEqual(['DELETE /bmc/:host → line 6', 'GET /bmc/:host → line 4']);
  });
});
