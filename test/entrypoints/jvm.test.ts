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

describe('routes of Micronaut', () => {
  it('have the path of their controller, and those of clients are none', async () => {
    const lines = await entryLines({
      [FILE]: `package shop;
import io.micronaut.http.annotation.*;
@Controller("/users")
public class Users {
  @Get
  public String list() { return ""; }
  @Get(uri = "/{id}")
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
      `DELETE /users/{id} → ${FILE}::Users::remove`,
      `GET /users/{id} → ${FILE}::Users::show`,
    ]);
  });
});
