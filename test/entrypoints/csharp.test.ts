import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

describe('routes of ASP.NET controllers', () => {
  it('replace tokens and take the template of a base class', async () => {
    const lines = await entryLines({
      'Controllers/UsersController.cs': `using Microsoft.AspNetCore.Mvc;
namespace Shop;
public class UsersController : BaseController {
  const string Details = "details";
  [HttpGet("{id:int}")]
  public IActionResult Show(int id) { return Ok(); }
  [HttpPost]
  [Route("new")]
  public IActionResult Create() { return Ok(); }
  [HttpGet("/health")]
  public IActionResult Health() => Ok();
  [HttpDelete($"{Details}/[action]")]
  public IActionResult Remove() => Ok();
}
`,
      'Controllers/BaseController.cs': `using Microsoft.AspNetCore.Mvc;
namespace Shop;
[ApiController, Route("api/[controller]")]
public abstract class BaseController : ControllerBase { }
`,
    });
    const file = 'Controllers/UsersController.cs::UsersController';
    expect(lines).toEqual([
      `DELETE /api/Users/details/Remove → ${file}::Remove`,
      `POST /api/Users/new → ${file}::Create`,
      `GET /api/Users/{id:int} → ${file}::Show`,
      `GET /health → ${file}::Health`,
    ]);
  });
});

describe('endpoints that ASP.NET maps', () => {
  it('have the prefixes of their groups, also through extension methods', async () => {
    const lines = await entryLines({
      'Program.cs': `var builder = WebApplication.CreateBuilder(args);
builder.Services.AddHostedService<Worker>();
var app = builder.Build();
var api = app.MapGroup("/api").RequireAuthorization();
api.MapGet("/ping", () => "pong");
api.MapGroup("/users").MapUsers();
app.MapMethods("/both", new[] { "GET", "POST" }, Users.Both);
app.Run();
`,
      'Users.cs': `public static class Users {
  public static void MapUsers(this IEndpointRouteBuilder routes) {
    routes.MapGet("/{id}", Show).WithName("show");
    routes.MapPost("/", async (User user) => await Save(user));
  }
  public static IResult Show(int id) => Results.Ok();
  public static IResult Both() => Results.Ok();
}
`,
      'Worker.cs': 'public class Worker : BackgroundService { }\n',
    });
    expect(lines).toEqual([
      'GET /api/ping → line 5',
      'POST /api/users → line 4',
      'GET /api/users/{id} → Users.cs::Users::Show',
      'GET,POST /both → Users.cs::Users::Both',
      'Program.cs → line 1',
      'Worker → Worker.cs::Worker',
    ]);
  });
});

describe('groups of ASP.NET with methods of other packages', () => {
  it('hand their prefix on through methods that describe them', async () => {
    const lines = await entryLines({
      'CatalogModule.cs': `namespace Shop;
public class CatalogModule : IModule
{
    public void MapEndpoints(IEndpointRouteBuilder endpoints)
    {
        var group = endpoints
            .MapGroup("api/catalog")
            .WithSomething(versions)
            .RequireAuthorization();
        group.MapBrands();
        endpoints.MapOwn().MapGet("/last", () => 1);
    }
}
`,
      'Brands.cs': `namespace Shop;
public static class Brands
{
    internal static RouteHandlerBuilder MapBrands(this IEndpointRouteBuilder endpoints)
    {
        return endpoints.MapGet("/brands", () => 1).WithName("Brands");
    }
    internal static RouteGroupBuilder MapOwn(this IEndpointRouteBuilder endpoints)
    {
        return endpoints.MapGroup("/own");
    }
}
`,
    });
    expect(lines.map((line) => line.split(' →')[0])).toEqual([
      'GET /api/catalog/brands',
      'GET /own/last',
    ]);
  });

  it('are named by the pattern of the application where controllers have no template', async () => {
    const lines = await entryLines({
      'Program.cs': `var app = WebApplication.Create();
app.MapMethods("/check", [HttpMethods.Options], () => "");
app.MapControllerRoute(name: "areas", pattern: "{area:exists}/{controller=Home}/{action=Index}/{id?}");
app.MapControllerRoute("default", "{controller=Home}/{action=Index}/{id?}");
`,
      'Controllers/HomeController.cs': `public class HomeController : Controller {
  public IActionResult Index() { return View(); }
  [HttpPost]
  public async Task<IActionResult> SaveAsync(int id) { return View(); }
  [NonAction]
  public void Help() {}
  private void Inner() {}
}
`,
      'Controllers/BaseController.cs': `public abstract class BaseController : Controller {
  public IActionResult Shared() { return View(); }
}
`,
      'Areas/Admin/UsersController.cs': `[Area("Admin")]
public class UsersController : BaseController {
  public IActionResult List() { return View(); }
}
`,
      'Controllers/ApiController.cs': `[Route("api/items")]
public class ItemsController : ControllerBase {
  [HttpGet]
  public string All() { return ""; }
}
`,
    });
    expect(lines).toEqual([
      '* /Admin/Users/List → Areas/Admin/UsersController.cs::UsersController::List',
      '* /Home/Index → Controllers/HomeController.cs::HomeController::Index',
      'POST /Home/Save/{id?} → Controllers/HomeController.cs::HomeController::SaveAsync',
      'GET /api/items → Controllers/ApiController.cs::ItemsController::All',
      'OPTIONS /check → line 2',
      'Program.cs → line 1',
    ]);
  });
});

it('actions of ASP.NET are public', async () => {
  const lines = await entryLines({
    'Controllers/UsersController.cs': `using Microsoft.AspNetCore.Mvc;
[Route("users")]
public class UsersController : Controller {
  [Route("list")]
  public IActionResult List() { return Ok(); }
  [Route("cache")]
  private void Cache() { }
}
`,
  });
  expect(lines).toEqual(['* /users/list → Controllers/UsersController.cs::UsersController::List']);
});
