import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

const COMPOSER = '{"autoload":{"psr-4":{"App\\\\":"src/"}}}';
const USERS = `<?php
namespace App;
class Users {
  public function show() {}
  public function __invoke() {}
}
`;

describe('routes of Slim', () => {
  it('have the prefixes of their groups, and a class is called by its method', async () => {
    const lines = await entryLines({
      'composer.json': COMPOSER,
      'src/Users.php': USERS,
      'public/index.php': `<?php
use App\\Users;
use Slim\\Factory\\AppFactory;
use Slim\\Routing\\RouteCollectorProxy;
$app = AppFactory::create();
$app->get('/ping', function ($request, $response) {
  return $response;
});
$app->group('/users', function (RouteCollectorProxy $group) {
  $group->get('/{id}', [Users::class, 'show']);
  $group->map(['POST', 'PUT'], '', Users::class);
});
$cache->get('/none', 1);
`,
    });
    expect(lines).toEqual([
      'GET /ping → line 6',
      'POST,PUT /users → src/Users.php::Users::__invoke',
      'GET /users/{id} → src/Users.php::Users::show',
    ]);
  });
});

describe('routes of Slim 3', () => {
  it('are registered on the application that a function of a group is bound to', async () => {
    const lines = await entryLines({
      'composer.json': COMPOSER,
      'src/Users.php': USERS,
      'index.php': `<?php
$app = new \\Slim\\App($container);
$app->group('/api', function () {
  $this->get('/users/{id}', '\\App\\Users:show')->setName('show');
  $this->group('/admin', function () {
    $this->post('/users', '\\App\\Users');
  });
})->add('auth');
`,
    });
    expect(lines).toEqual([
      'POST /api/admin/users → src/Users.php::Users::__invoke',
      'GET /api/users/{id} → src/Users.php::Users::show',
    ]);
  });
});

describe('routes of Symfony', () => {
  it('lead to controllers behind an imported namespace', async () => {
    const lines = await entryLines({
      'routes/web.php': `<?php
use Shop\\Entities\\Controllers as EntityControllers;
use Illuminate\\Support\\Facades\\Route;
Route::get('/pages/{id}', [EntityControllers\\PageController::class, 'show']);
`,
      'app/Entities/Controllers/PageController.php': `<?php
namespace Shop\\Entities\\Controllers;
class PageController {
    public function show(int $id) {}
}
`,
    });
    expect(lines).toEqual([
      'GET /pages/{id} → app/Entities/Controllers/PageController.php::PageController::show',
    ]);
  });

  it('may be settings of any file of routes', async () => {
    const lines = await entryLines({
      'composer.json': COMPOSER,
      'src/Users.php': USERS,
      'config/shop_routes/users.yaml': `
user_show:
  controller: App\\Users::show
  path: /users/{id}
  methods: [ GET, HEAD ]
user_any:
  path: /users
  defaults: { _controller: App\\Users }
`,
      'config/packages/users.yaml': 'user:\n  path: /none\n  controller: App\\Users\n',
    });
    expect(lines).toEqual([
      '* /users → src/Users.php::Users::__invoke',
      'GET,HEAD /users/{id} → src/Users.php::Users::show',
    ]);
  });

  it('join the attributes of a class and its methods', async () => {
    const lines = await entryLines({
      'composer.json': COMPOSER,
      'src/PostController.php': `<?php
namespace App;
use Symfony\\Component\\Routing\\Attribute\\Route;
#[Route('/posts', name: 'post_')]
class PostController {
  #[Route('/{id}', name: 'show', methods: ['GET', 'PUT'])]
  public function show() {}
  #[Route(path: '/any')]
  public function any() {}
}
`,
    });
    const file = 'src/PostController.php::PostController';
    expect(lines).toEqual([`* /posts/any → ${file}::any`, `GET,PUT /posts/{id} → ${file}::show`]);
  });
});

describe('routes of Laravel', () => {
  it('have the prefixes, middleware and controllers of the groups around them', async () => {
    const lines = await entryLines({
      'composer.json': COMPOSER,
      'src/Users.php': USERS,
      'routes/web.php': `<?php
use App\\Users;
use Illuminate\\Support\\Facades\\Route;
Route::get('/', function () { return 'x'; });
Route::match(['get', 'post'], 'both', Users::class)->middleware('throttle');
Route::prefix('admin')->middleware(['auth', 'admin'])->group(function () {
  Route::get('users/{id}', [Users::class, 'show']);
  Route::group(['prefix' => 'deep'], function () {
    Route::controller(Users::class)->group(function () {
      Route::delete('/x', 'show');
    });
  });
});
Cache::get('none', 1);
`,
    });
    expect(lines).toEqual([
      'GET / → line 4',
      'DELETE /admin/deep/x → src/Users.php::Users::show via auth, admin',
      'GET /admin/users/{id} → src/Users.php::Users::show via auth, admin',
      'GET,POST /both → src/Users.php::Users::__invoke via throttle',
    ]);
  });

  it('of a resource are its actions', async () => {
    const lines = await entryLines({
      'composer.json': COMPOSER,
      'src/Users.php': USERS,
      'routes/web.php': `<?php
use App\\Users;
use Illuminate\\Support\\Facades\\Route;
Route::apiResource('/categories.photos', Users::class)->only(['index', 'show']);
Route::resource('users', Users::class)->except('destroy', 'edit', 'store', 'update');
`,
    });
    expect(lines).toEqual([
      'GET /categories/{category}/photos → line 4',
      'GET /categories/{category}/photos/{photo} → src/Users.php::Users::show',
      'GET /users → line 5',
      'GET /users/create → line 5',
      'GET /users/{user} → src/Users.php::Users::show',
    ]);
  });
});

describe('routes of Laravel in whole files', () => {
  const CONTROLLER = `<?php
namespace App\\Http\\Controllers;
class UserController {
  public function show() {}
}
`;

  it('have the prefix of the group that a provider reads them in', async () => {
    const lines = await entryLines({
      'routes/api.php': `<?php
Route::get('users/{id}', 'UserController@show');
Route::group(['prefix' => 'v1'], function () {
    Route::resource('posts', 'PostController', ['only' => ['index']]);
});
`,
      'app/Http/Controllers/UserController.php': CONTROLLER,
      'app/Providers/RouteServiceProvider.php': `<?php
namespace App\\Providers;
use Illuminate\\Support\\Facades\\Route;
class RouteServiceProvider {
  protected function mapApiRoutes() {
    Route::prefix('api')->middleware('api')->namespace($this->namespace)->group(base_path('routes/api.php'));
  }
}
`,
    });
    expect(lines).toEqual([
      'GET /api/users/{id} → app/Http/Controllers/UserController.php::UserController::show via api',
      'GET /api/v1/posts → line 4 via api',
    ]);
  });

  it('have what the group has in which their file is required, also through another file', async () => {
    const lines = await entryLines({
      'routes/api.php': `<?php
use Illuminate\\Support\\Facades\\Route;
Route::get('users/{id}', 'UserController@show');
Route::group(['prefix' => 'deep'], function () {
    require __DIR__ . '/more.php';
});
`,
      'routes/more.php': `<?php
use Illuminate\\Support\\Facades\\Route;
Route::get('more', fn () => 1);
`,
      'routes/two.php': `<?php
use Illuminate\\Support\\Facades\\Route;
Route::get('two', fn () => 1);
Route::fallback(fn () => 2);
`,
      'app/Http/Controllers/UserController.php': CONTROLLER,
      'app/Http/Controllers/Api/UserController.php': CONTROLLER.replace(
        'Controllers;',
        'Controllers\\Api;',
      ),
      'app/Providers/RouteServiceProvider.php': `<?php
namespace App\\Providers;
use Illuminate\\Support\\Facades\\Route;
class RouteServiceProvider {
  protected function map() {
    Route::group(['middleware' => 'api', 'namespace' => $this->namespace . '\\Api', 'prefix' => 'api'], function ($router) {
      require base_path('routes/api.php');
    });
    Route::group(['prefix' => 'v1'], base_path('routes/two.php'));
    Route::prefix('v2')->group(base_path('routes/two.php'));
  }
}
`,
    });
    const handler = 'app/Http/Controllers/Api/UserController.php::UserController::show';
    expect(lines).toEqual([
      'GET /api/deep/more → line 3 via api',
      `GET /api/users/{id} → ${handler} via api`,
      'GET /v1/two → line 3',
      'GET /v1/{fallbackPlaceholder} → line 4',
      'GET /v2/two → line 3',
      'GET /v2/{fallbackPlaceholder} → line 4',
    ]);
  });

  it('have the prefix of the application in bootstrap/app.php', async () => {
    const lines = await entryLines({
      'routes/api.php': `<?php
use Illuminate\\Support\\Facades\\Route;
Route::get('/ping', fn () => 1);
`,
      'routes/web.php': `<?php
use Illuminate\\Support\\Facades\\Route;
Route::get('/', fn () => 1);
`,
      'bootstrap/app.php': `<?php
use Illuminate\\Foundation\\Application;
return Application::configure(basePath: dirname(__DIR__))
    ->withRouting(web: __DIR__.'/../routes/web.php', api: __DIR__.'/../routes/api.php')
    ->create();
`,
    });
    expect(lines).toEqual(['GET / → line 3', 'GET /api/ping → line 3']);
  });
});

describe('routes of files that others include', () => {
  it('belong to the application of the file that requires them', async () => {
    const lines = await entryLines({
      'app.php': `<?php
use Slim\\Factory\\AppFactory;
$app = AppFactory::create();
require_once __DIR__ . '/routes.php';
`,
      'routes.php': `<?php
use Slim\\Routing\\RouteCollectorProxy;
$app->group('/api', function (RouteCollectorProxy $group) {
  $group->get('/users', [Users::class, 'all']);
});
$app->any('/{path}', function () {});
`,
    });
    expect(lines).toEqual(['GET /api/users → line 4', '* /{path} → line 6']);
  });

  it('have the prefix that the settings of Symfony give to controllers', async () => {
    const lines = await entryLines({
      'config/routes.yaml': `home:
  path: /about
  controller: App\\Controller\\Page::about
controllers:
  resource: ../src/Controller/
  prefix: /{_locale}
`,
      'src/Controller/Page.php': `<?php
namespace App\\Controller;
use Symfony\\Component\\Routing\\Attribute\\Route;
class Page {
  public function about() {}
  #[Route('/blog', methods: ['GET'])]
  public function blog() {}
}
`,
    });
    const file = 'src/Controller/Page.php::Page';
    expect(lines).toEqual([`* /about → ${file}::about`, `GET /{_locale}/blog → ${file}::blog`]);
  });

  it('have the prefix of the folder that the settings of Symfony name, but for what is excluded', async () => {
    const controller = (name: string) => `<?php
namespace App\\Controller;
use Symfony\\Component\\Routing\\Attribute\\Route;
class ${name} {
  #[Route('/${name}', methods: ['GET'])]
  public function show() {}
}
`;
    const lines = await entryLines({
      'config/routes/controllers.yaml': `controllers:
  resource:
    path: ../../src/Controller/
    namespace: App\\Controller
  prefix: '{_locale}'
  exclude: '../../src/Controller/Plain/*'
`,
      'src/Controller/A.php': controller('A'),
      'src/Controller/Plain/B.php': controller('B'),
    });
    expect(lines).toEqual([
      'GET /B → src/Controller/Plain/B.php::B::show',
      'GET /{_locale}/A → src/Controller/A.php::A::show',
    ]);
  });
});

describe('routes that Laravel and Slim add by themselves', () => {
  it('are the health check and the routes of lists of resources', async () => {
    const lines = await entryLines({
      'bootstrap/app.php': `<?php
return Application::configure(basePath: dirname(__DIR__))
    ->withRouting(web: __DIR__.'/../routes/web.php', health: '/up')
    ->create();
`,
      'routes/web.php': `<?php
use Illuminate\\Support\\Facades\\Route;
Route::apiResources(['users' => UserController::class]);
`,
    });
    expect(lines.map((one) => one.replace(/ →.*/, ''))).toEqual([
      'GET /up',
      'GET /users',
      'POST /users',
      'DELETE /users/{user}',
      'GET /users/{user}',
      'PATCH,PUT /users/{user}',
    ]);
  });

  it('are redirects', async () => {
    const lines = await entryLines({
      'app.php': `<?php
use Slim\\Factory\\AppFactory;
$app = AppFactory::create();
$app->redirect('/hello', '/', 301);
`,
    });
    expect(lines.map((one) => one.replace(/ →.*/, ''))).toEqual(['GET /hello']);
  });
});

describe('commands and jobs of PHP', () => {
  it('have the name that a method gives, and jobs that of their class', async () => {
    const lines = await entryLines({
      'src/Command/Clean.php': `<?php
namespace App\\Command;
use Symfony\\Component\\Console\\Command\\Command;
class Clean extends Command {
    protected function configure(): void {
        $this->setName('app:clean')->setDescription('Cleans');
    }
    protected function execute(): int { return 0; }
}
`,
      'app/Jobs/Send.php': `<?php
namespace App\\Jobs;
use Illuminate\\Contracts\\Queue\\ShouldQueue;
final class Send implements ShouldQueue {
    public function handle(): void {}
}
`,
      'app/Mail/Welcome.php': `<?php
namespace App\\Mail;
use Illuminate\\Contracts\\Queue\\ShouldQueue;
class Welcome implements ShouldQueue {
    public function build() {}
}
`,
    });
    expect(lines).toEqual([
      'Send → app/Jobs/Send.php::Send::handle',
      'app:clean → src/Command/Clean.php::Clean::execute',
    ]);
  });
});
