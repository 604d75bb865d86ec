import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

describe('routes of Axum', () => {
  it('are declared by attributes of utoipa above the functions that are listed', async () => {
    const lines = await entryLines({
      'Cargo.toml': '[package]\nname = "shop"\n',
      'src/main.rs': `use utoipa_axum::{router::OpenApiRouter, routes};
mod api;
mod users;
use crate::api::*;
async fn main() {
    let (router, document) = OpenApiRouter::new()
        .routes(routes!(users::list, users::create))
        .nest("/v1", OpenApiRouter::new().routes(routes!(items::all)))
        .split_for_parts();
    let router = router.route("/health", axum::routing::get(health));
    axum::serve(listener, router).await;
}
async fn health() {}
`,
      'src/users.rs': `#[utoipa::path(get, path = "/users", tag = "users")]
pub async fn list() {}
#[utoipa::path(post, path = "/users", responses((status = 200)))]
pub async fn create() {}
`,
      'src/api/mod.rs': 'pub mod items;\n',
      'src/api/items.rs': `#[utoipa::path(get, path = "/items")]
pub async fn all() {}
`,
    });
    expect(lines.filter((line) => !line.startsWith('src/main'))).toEqual([
      'GET /health → src/main.rs::health',
      'GET /users → src/users.rs::list',
      'POST /users → src/users.rs::create',
      'GET /v1/items → src/api/items.rs::all',
    ]);
  });

  it('have the prefixes of the routers that they are nested in, across files', async () => {
    const lines = await entryLines({
      'Cargo.toml': '[package]\nname = "shop"\n',
      'src/main.rs': `use axum::{routing::get, Router};
mod users;
#[tokio::main]
async fn main() {
    let app = Router::new()
        .route("/health", get(health))
        .nest("/api", api())
        .merge(users::extra())
        .with_state(1);
    cache.get("/not");
}
fn api() -> Router {
    Router::new().nest("/users", users::routes())
}
async fn health() {}
`,
      'src/users.rs': `use axum::routing::{delete, get};
use axum::Router;
pub fn routes() -> Router {
    let router = Router::new().route("/{id}", get(show).delete(remove));
    router
}
pub fn extra() -> Router {
    return Router::new().route("/extra", delete(remove));
}
async fn show() {}
async fn remove() {}
`,
    });
    expect(lines).toEqual([
      'DELETE /api/users/{id} → src/users.rs::remove',
      'GET /api/users/{id} → src/users.rs::show',
      'DELETE /extra → src/users.rs::remove',
      'GET /health → src/main.rs::health',
      'src/main.rs → src/main.rs::main',
    ]);
  });
});

describe('routes of Actix', () => {
  it('are attributes of functions that a scope lists, and routes with a method', async () => {
    const lines = await entryLines({
      'Cargo.toml': '[package]\nname = "shop"\n',
      'src/main.rs': `use actix_web::{get, post, web, App, HttpServer};
#[get("/hello/{name}")]
async fn hello() {}
#[post("/unused")]
async fn unused() {}
async fn list() {}
fn config(cfg: &mut web::ServiceConfig) {
    cfg.service(web::resource("/items").route(web::get().to(list)));
}
fn serve() {
    HttpServer::new(|| {
        App::new()
            .service(web::scope("/api").service(hello))
            .route("/plain", web::post().to(list))
            .configure(config)
    });
}
`,
    });
    expect(lines).toEqual([
      'GET /api/hello/{name} → src/main.rs::hello',
      'GET /items → src/main.rs::list',
      'POST /plain → src/main.rs::list',
    ]);
  });
});

describe('routes of Actix with imported names', () => {
  it('are found as those with the module in front', async () => {
    const lines = await entryLines({
      'Cargo.toml': '[package]\nname = "shop"\n',
      'src/lib.rs': `use actix_web::{guard, web::*};
async fn show() {}
async fn edit() {}
pub fn config(cfg: &mut ServiceConfig, limit: &RateLimit) {
    cfg.service(
        scope("/api/v4")
            .wrap(limit.message())
            .service(scope("/site").route("", get().to(show)).route("/icon", post().to(edit)))
            .service(resource("/search").wrap(limit.search()).route(get().to(show))),
    );
}
`,
    });
    expect(lines).toEqual([
      'GET /api/v4/search → src/lib.rs::show via limit.message, limit.search',
      'GET /api/v4/site → src/lib.rs::show via limit.message',
      'POST /api/v4/site/icon → src/lib.rs::edit via limit.message',
    ]);
  });
});

describe('routes of Rocket', () => {
  it('are attributes of functions that are mounted at a base', async () => {
    const lines = await entryLines({
      'Cargo.toml': '[package]\nname = "shop"\n',
      'src/main.rs': `#[macro_use] extern crate rocket;
mod posts;
#[get("/")]
fn index() {}
#[launch]
fn rocket() -> _ {
    rocket::build().mount("/", routes![index]).mount("/posts", routes![posts::create])
}
`,
      'src/posts.rs': `#[post("/new?<draft>", data = "<post>")]
pub fn create() {}
`,
    });
    expect(lines).toEqual(['GET / → src/main.rs::index', 'POST /posts/new → src/posts.rs::create']);
  });

  it('may be lists that functions of other modules return and append to each other', async () => {
    const lines = await entryLines({
      'Cargo.toml': '[package]\nname = "shop"\n',
      'src/main.rs': `mod api;
fn launch(config: Config) {
    let base = config.base();
    rocket::custom(config)
        .mount([base, "/api"].concat(), api::core_routes())
        .mount(format!("{base}/{}", "admin"), api::admin_routes())
        .launch();
}
`,
      'src/api/mod.rs': `mod admin;
mod core;
pub use crate::api::{admin::routes as admin_routes, core::routes as core_routes};
use rocket::Route;
`,
      'src/api/core.rs': `use rocket::Route;
use super::admin;
pub fn routes() -> Vec<Route> {
    let mut own = routes![alive];
    let mut all = Vec::new();
    all.append(&mut admin::extra());
    all.append(&mut own);
    all
}
#[get("/alive")]
fn alive() {}
`,
      'src/api/admin.rs': `use rocket::Route;
pub fn routes() -> Vec<Route> {
    if true {
        return routes![disabled];
    }
    if false {
        routes![users]
    } else {
        log();
        // Both are for groups, and for users.
        routes![
            // The first, of all.
            groups,
        ]
    }
}
#[get("/groups")]
fn groups() {}
pub fn extra() -> Vec<Route> { routes![extras] }
#[get("/")]
fn disabled() {}
#[get("/users")]
fn users() {}
#[get("/extras")]
fn extras() {}
`,
    });
    expect(lines).toEqual([
      'GET /{base}/admin → src/api/admin.rs::disabled',
      'GET /{base}/admin/groups → src/api/admin.rs::groups',
      'GET /{base}/admin/users → src/api/admin.rs::users',
      'GET /{base}/api/alive → src/api/core.rs::alive',
      'GET /{base}/api/extras → src/api/admin.rs::extras',
    ]);
  });
});

describe('routes of rocket_okapi', () => {
  it('are mounted by a macro with paths and lists', async () => {
    const lines = await entryLines({
      'Cargo.toml': '[package]\nname = "shop"\n[dependencies]\nrocket = "0.5"\n',
      'src/main.rs': `mod routes;
#[launch]
fn rocket() -> _ {
    let rocket = rocket::build();
    routes::mount(rocket)
}
`,
      'src/routes/mod.rs': `use rocket::{Build, Rocket};
mod root;
mod users;
pub fn mount(mut rocket: Rocket<Build>) -> Rocket<Build> {
    mount_endpoints_and_merged_docs! {
        rocket, "/v1".to_owned(), settings,
        "/" => (vec![], custom_spec()),
        "" => openapi_get_routes_spec![root::root],
        "/users" => users::routes(),
    };
    rocket
}
`,
      'src/routes/root.rs': `use rocket::get;
#[openapi(tag = "Core")]
#[get("/")]
pub async fn root() {}
`,
      'src/routes/users.rs': `use rocket::Route;
pub fn routes() -> (Vec<Route>, OpenApi) {
    openapi_get_routes_spec![fetch]
}
#[openapi(tag = "Users")]
#[get("/<target>")]
pub async fn fetch(target: &str) {}
`,
    });
    expect(lines).toEqual([
      'GET /v1 → src/routes/root.rs::root',
      'GET /v1/users/<target> → src/routes/users.rs::fetch',
    ]);
  });
});

describe('attributes of Actix', () => {
  it('name the methods and the middleware of a route', async () => {
    const lines = await entryLines({
      'Cargo.toml': '[package]\nname = "shop"\n',
      'src/main.rs': `use actix_web::{App, HttpServer, route};
#[route("/users", method = "GET", method = "HEAD", wrap = "middleware::Compress::default()")]
async fn users() {}
fn main() {
    HttpServer::new(|| App::new().service(users));
}
`,
    });
    expect(lines).toContain('GET,HEAD /users → src/main.rs::users via middleware::Compress');
  });
});
