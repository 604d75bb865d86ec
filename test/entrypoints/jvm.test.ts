import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

const FILE = 'src/main/java/shop/Users.java';

describe('routes of JAX-RS', () => {
  it('join the paths of the application, the class and the method', async () => {
    const lines = await entryLines({
      [FILE]: `package shop;
import jakarta.ws.rs.*;
@Path("users")
public class Users {
  @GET
  public String list() { return ""; }
  @POST
  @Path("{id}/tags")
  public void tag() {}
}
`,
      'src/main/java/shop/App.java': `package shop;
import jakarta.ws.rs.ApplicationPath;
@ApplicationPath("/api")
public class App extends jakarta.ws.rs.core.Application {}
`,
      'src/main/java/shop/Remote.java': `package shop;
import jakarta.ws.rs.*;
import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;
@Path("/remote")
@RegisterRestClient
public interface Remote {
  @GET
  String fetch();
}
`,
    });
    expect(lines).toEqual([
      `GET /api/users → ${FILE}::Users::list`,
      `POST /api/users/{id}/tags → ${FILE}::Users::tag`,
    ]);
  });
});

describe('routes of JAX-RS that classes share', () => {
  it('belong to each class with a path that inherits them, below the path of the servlet', async () => {
    const lines = await entryLines({
      'src/main/java/shop/Base.java': `package shop;
import jakarta.ws.rs.*;
public abstract class Base<T> {
  @GET
  @Path("{id}")
  public T show() { return null; }
  @POST
  public void add() {}
}
`,
      [FILE]: `package shop;
import jakarta.ws.rs.*;
@Path("users")
public class Users extends Base<User> {
  @POST
  public void add() {}
  @Path("{id}/tags")
  public Tags tags() { return new Tags(); }
}
`,
      'src/main/java/shop/Groups.java': `package shop;
import jakarta.ws.rs.*;
@Path("groups")
public class Groups extends Base<Group> {
  @POST
  @Path("all")
  public void add(String name) {}
}
`,
      'src/main/java/shop/Tags.java': `package shop;
import jakarta.ws.rs.*;
public class Tags {
  @GET
  public String list() { return ""; }
}
`,
      'src/main/java/shop/Server.java': `package shop;
import org.glassfish.jersey.servlet.ServletContainer;
public class Server {
  void start() {
    handler.addServlet(new ServletHolder(new ServletContainer(config)), "/api/*");
  }
}
`,
    });
    expect(lines).toEqual([
      'POST /api/groups → src/main/java/shop/Base.java::Base::add',
      'POST /api/groups/all → src/main/java/shop/Groups.java::Groups::add',
      'GET /api/groups/{id} → src/main/java/shop/Base.java::Base::show',
      `POST /api/users → ${FILE}::Users::add`,
      'GET /api/users/{id} → src/main/java/shop/Base.java::Base::show',
      'GET /api/users/{id}/tags → src/main/java/shop/Tags.java::Tags::list',
    ]);
  });
});

describe('routes of Spring that an interface or a base declares', () => {
  it('belong to the controllers that derive from it', async () => {
    const lines = await entryLines({
      'src/main/java/shop/UserApi.java': `package shop;
import org.springframework.web.bind.annotation.*;
@RequestMapping("/api")
public interface UserApi {
  @GetMapping("/users")
  String list();
}
`,
      'src/main/java/shop/UserController.java': `package shop;
import org.springframework.web.bind.annotation.RestController;
@RestController
public class UserController extends Crud implements UserApi {
  public String list() { return ""; }
}
`,
      'src/main/java/shop/Crud.java': `package shop;
import org.springframework.web.bind.annotation.*;
public abstract class Crud {
  @DeleteMapping("/{id}")
  public void remove() {}
}
`,
      'src/main/java/shop/Client.java': `package shop;
import org.springframework.web.bind.annotation.*;
@FeignClient("other")
public interface Client {
  @GetMapping("/others")
  String others();
}
`,
    });
    expect(lines).toEqual([
      'GET /api/users → src/main/java/shop/UserApi.java::UserApi::list',
      'DELETE /api/{id} → src/main/java/shop/Crud.java::Crud::remove',
    ]);
  });
});

describe('routes of Micronaut', () => {
  it('have the path of their controller, and those of clients are none', async () => {
    const lines = await entryLines({
      [FILE]: `package shop;
import io.micronaut.http.annotation.*;
@Controller("/users")
public class Users {
  @Get
  public String list() { return ""; }
  @Get("/{?from,to}")
  public String search() { return ""; }
  @Get(uri = "/{id}{?part}")
  public String show() { return ""; }
  @Delete("/{id}")
  public void remove() {}
}
`,
      'src/main/java/shop/Remote.java': `package shop;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.client.annotation.Client;
@Client("/users")
public interface Remote {
  @Get("/x")
  String fetch();
}
`,
    });
    expect(lines).toEqual([
      `GET /users → ${FILE}::Users::list`,
      `GET /users → ${FILE}::Users::search`,
      `DELETE /users/{id} → ${FILE}::Users::remove`,
      `GET /users/{id} → ${FILE}::Users::show`,
    ]);
  });
});

describe('routes of Armeria', () => {
  it('have the prefix of their class, and annotations of other packages are none', async () => {
    const lines = await entryLines({
      [FILE]: `package shop;
import com.linecorp.armeria.server.annotation.Get;
import com.linecorp.armeria.server.annotation.PathPrefix;
import com.linecorp.armeria.server.annotation.Post;
@PathPrefix("/users")
public class Users {
  @Get("/{id}")
  public String show() { return ""; }
  @Post
  public void pathless() {}
}
`,
      'src/main/java/shop/Health.java': `package shop;
import com.linecorp.armeria.server.annotation.Get;
import other.Delete;
public class Health {
  @Get("/health")
  public String check() { return ""; }
  @Delete("/x")
  public void remove() {}
}
`,
    });
    expect(lines).toEqual([
      'GET /health → src/main/java/shop/Health.java::Health::check',
      `GET /users/{id} → ${FILE}::Users::show`,
    ]);
  });
});

describe('the path that a configuration puts in front of all routes', () => {
  const controller = `package shop;
import org.springframework.web.bind.annotation.*;
@RestController
public class Users {
  @GetMapping("/users")
  public String list() { return ""; }
}
`;

  it('is that of the own module in Spring, in YAML and in properties', async () => {
    const lines = await entryLines({
      'shop/src/main/java/shop/Users.java': controller,
      'shop/src/main/resources/application.yml':
        'server:\n  port: 80\n  servlet:\n    context-path: $' + '{SHOP_PATH:/shop}\n',
      'shop/src/test/resources/application-test.yml': 'server.servlet.context-path: /test\n',
      'admin/src/main/java/shop/Admins.java': controller
        .replace('Users', 'Admins')
        .replace('/users', '/admins'),
      'admin/src/main/resources/application.properties': 'server.servlet.context-path=/admin/\n',
      'common/src/main/java/shop/Common.java': controller
        .replace('Users', 'Common')
        .replace('/users', '/common'),
    });
    expect(lines).toEqual([
      'GET /admin/admins → admin/src/main/java/shop/Admins.java::Admins::list',
      'GET /common → common/src/main/java/shop/Common.java::Common::list',
      'GET /shop/users → shop/src/main/java/shop/Users.java::Users::list',
    ]);
  });

  it('is that of the only application for modules without a configuration', async () => {
    const lines = await entryLines({
      'users/src/main/java/shop/Users.java': controller,
      'server/src/main/resources/application.yml': 'server:\n  servlet:\n    context-path: /shop\n',
    });
    expect(lines).toEqual(['GET /shop/users → users/src/main/java/shop/Users.java::Users::list']);
  });
});
