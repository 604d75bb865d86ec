import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

describe('entry points of Kotlin', () => {
  it('are routes of Ktor with the paths of the blocks around them, across files', async () => {
    const lines = await entryLines({
      'src/Application.kt': `package shop
import io.ktor.http.*
import io.ktor.server.application.*
import io.ktor.server.auth.*
import io.ktor.server.routing.*
import io.ktor.server.websocket.*

fun Application.module() {
  routing {
    get("/") { call.respondText("hello") }
    route("/api") {
      userRoutes(Service())
      authenticate("jwt") {
        post("/orders", ::createOrder)
      }
      route("/any", HttpMethod.Put) { handle { } }
    }
    webSocket("/live") { }
  }
}

suspend fun createOrder(context: RoutingContext) {}
`,
      'src/Users.kt': `package shop
import io.ktor.http.HttpMethod
import io.ktor.server.routing.*
import io.ktor.server.routing.delete as remove

const val USERS = "/users"

fun Route.userRoutes(service: Service) {
  route(USERS) {
    get { service.all() }
    get("/{id}") { cache.get("/none") { } }
    for (kind in listOf("a", "b")) get("/kinds/$kind") { }
    for ((method, path) in listOf(HttpMethod.Post to "/new")) {
      route(path) { method(method) { handle { } } }
    }
    remove("\${USERS}/{id}") { }
  }
}
`,
      'src/Unused.kt': `package shop
import io.ktor.server.routing.get
import io.ktor.server.routing.Route
fun Route.unused() { get("/unused") { } }
fun read(map: Map<String, String>) = map.get("/x")
`,
    });
    expect(lines).toEqual([
      'GET / → line 10',
      'PUT /api/any → line 16',
      'POST /api/orders → src/Application.kt::createOrder via authenticate',
      'GET /api/users → line 10',
      'GET /api/users/kinds/a → line 12',
      'GET /api/users/kinds/b → line 12',
      'POST /api/users/new → line 14',
      'DELETE /api/users/users/{id} → line 16',
      'GET /api/users/{id} → line 11',
      '* /live → line 18',
      'GET /unused → line 4',
    ]);
  });

  it('are routes of classes in Ktor', async () => {
    const lines = await entryLines({
      'src/Routes.kt': `package shop
import io.ktor.resources.Resource
import io.ktor.server.resources.get
import io.ktor.server.resources.post
import io.ktor.server.routing.routing

@Resource("/articles")
class Articles {
  @Resource("{id}")
  class Id(val parent: Articles = Articles(), val id: Long)
}

fun Application.articles() {
  routing {
    get<Articles> { }
    post<Articles.Id> { article -> save(article) }
  }
}
`,
    });
    expect(lines).toEqual(['GET /articles → line 15', 'POST /articles/{id} → line 16']);
  });

  it('are annotated methods of Spring, commands and mains', async () => {
    const lines = await entryLines({
      'src/UserController.kt': `package shop
import org.springframework.scheduling.annotation.Scheduled
import org.springframework.web.bind.annotation.*

@RestController
@RequestMapping("/api/users")
class UserController(private val users: Users) {
  @GetMapping("/{id}")
  fun show(@PathVariable id: Long): User = users.find(id)
  @RequestMapping(path = ["/a", "/b"], method = [RequestMethod.GET, RequestMethod.POST])
  fun both() {}
  @Scheduled(cron = "0 0 * * * *")
  fun tick() {}
}

`,
      'src/Commands.kt': `package shop
import picocli.CommandLine.Command

@Command(name = "shop", subcommands = [Import::class])
class Shop {}

@Command(name = "import")
class Import : Runnable {
  override fun run() {}
}
`,
      'src/Main.kt': `package shop
fun main(args: Array<String>) { run(args) }
`,
    });
    const file = 'src/UserController.kt::UserController';
    expect(lines).toEqual([
      `GET,POST /api/users/a → ${file}::both`,
      `GET,POST /api/users/b → ${file}::both`,
      `GET /api/users/{id} → ${file}::show`,
      `0 0 * * * * → ${file}::tick`,
      'shop import → src/Commands.kt::Import::run',
      'src/Main.kt → src/Main.kt::main',
    ]);
  });
});

describe('routes of Ktor below a property', () => {
  it('are no getters of the property', async () => {
    const lines = await entryLines({
      'src/main/kotlin/App.kt': `import io.ktor.server.application.*
import io.ktor.server.routing.*
fun Application.module() {
    routing { timeRoutes() }
}
fun Route.timeRoutes() {
    val service: TimeService by inject()

    get("time") {
        service.now()
    }
}
`,
    });
    expect(lines.map((line) => line.split(' →')[0])).toEqual(['GET /time']);
  });
});
