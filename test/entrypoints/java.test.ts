import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

describe('entry points of Spring', () => {
  it('join the mappings of a class and its methods', async () => {
    const lines = await entryLines({
      'src/main/java/shop/UserController.java': `package shop;
import org.springframework.web.bind.annotation.*;
import org.springframework.scheduling.annotation.Scheduled;
@RestController
@RequestMapping(Paths.API + "/users")
public class UserController {
  @GetMapping("/{id}")
  public User show(@PathVariable long id) { return null; }
  @RequestMapping(value = {"/a", "/b"}, method = {RequestMethod.GET, RequestMethod.POST})
  public void both() {}
  @PostMapping
  public void create() {}
  @Scheduled(cron = "0 0 * * * *")
  public void tick() {}
}
`,
      'src/main/java/shop/Paths.java': `package shop;
public class Paths { public static final String API = "/api"; }
`,
    });
    const file = 'src/main/java/shop/UserController.java::UserController';
    expect(lines).toEqual([
      `POST /api/users → ${file}::create`,
      `GET,POST /api/users/a → ${file}::both`,
      `GET,POST /api/users/b → ${file}::both`,
      `GET /api/users/{id} → ${file}::show`,
      `0 0 * * * * → ${file}::tick`,
    ]);
  });
});

describe('routes that Spring builds of functions', () => {
  it('have the paths of what they are nested in', async () => {
    const lines = await entryLines({
      'src/main/java/shop/Routes.java': `package shop;
import static org.springframework.web.reactive.function.server.RequestPredicates.*;
import static org.springframework.web.reactive.function.server.RouterFunctions.nest;
import static org.springframework.web.reactive.function.server.RouterFunctions.route;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;
class Routes {
  @Bean
  RouterFunction<ServerResponse> users(UserHandler handler) {
    return route(GET("/users/{id}").and(accept(MediaType.APPLICATION_JSON)), handler::show)
      .andRoute(POST("/users"), handler::create)
      .andNest(path("/admin"), route(DELETE("/users/{id}"), handler::remove));
  }
  @Bean
  RouterFunction<ServerResponse> built(UserHandler handler) {
    return route()
      .GET("/ping", request -> ServerResponse.ok().build())
      .path("/api", builder -> builder
        .PUT("/users/{id}", accept(MediaType.APPLICATION_JSON), handler::create)
        .nest(path("/deep"), inner -> inner.GET("/x", handler::show)))
      .path("/other", () -> other(handler))
      .build();
  }
  private RouterFunction<ServerResponse> other(UserHandler handler) {
    return nest(path("/v2"), route().PATCH("/users", handler::create).build());
  }
  void none(Cache cache) { cache.GET("/none", 1); }
}
`,
      'src/main/java/shop/UserHandler.java': `package shop;
class UserHandler {
  Mono<ServerResponse> show(ServerRequest request) { return null; }
  Mono<ServerResponse> create(ServerRequest request) { return null; }
  Mono<ServerResponse> remove(ServerRequest request) { return null; }
}
`,
    });
    const handler = 'src/main/java/shop/UserHandler.java::UserHandler';
    expect(lines).toEqual([
      `DELETE /admin/users/{id} → ${handler}::remove`,
      `GET /api/deep/x → ${handler}::show`,
      `PUT /api/users/{id} → ${handler}::create`,
      `PATCH /other/v2/users → ${handler}::create`,
      'GET /ping → line 17',
      `POST /users → ${handler}::create`,
      `GET /users/{id} → ${handler}::show`,
    ]);
  });
});
