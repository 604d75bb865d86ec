import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

const MODULE = 'module example.com/x\n\ngo 1.22\n';

describe('routers of Go that a project wraps', () => {
  it('keep their prefix in a struct that embeds them, for its own methods as well', async () => {
    const lines = await entryLines({
      'go.mod': MODULE,
      'router.go': `package web
import "github.com/labstack/echo/v4"
type Handler func(c echo.Context) error
type Router struct { *echo.Group }
func NewRouter(g *echo.Group) *Router { return &Router{Group: g} }
func (r *Router) SubGroup(prefix string) *Router { return NewRouter(r.Group.Group(prefix)) }
func (r *Router) GET(path string, h Handler) { r.Group.GET(path, wrap(h)) }
func wrap(h Handler) echo.HandlerFunc { return func(c echo.Context) error { return h(c) } }
`,
      'routes.go': `package web
import "github.com/labstack/echo/v4"
func Register() {
	e := echo.New()
	r := NewRouter(e.Group("/v1"))
	r.GET("/ping", ping)
	users := r.SubGroup("/users")
	users.GET("/:id", show)
	admin := users.SubGroup("/admin")
	admin.GET("/all", all)
}
func ping(c echo.Context) error { return nil }
func show(c echo.Context) error { return nil }
func all(c echo.Context) error { return nil }
`,
    });
    expect(lines).toEqual([
      'GET /v1/ping → routes.go::ping',
      'GET /v1/users/:id → routes.go::show',
      'GET /v1/users/admin/all → routes.go::all',
    ]);
  });

  it('are mounted by the struct that embeds them, through a function of the project', async () => {
    const lines = await entryLines({
      'go.mod': MODULE,
      'api/api.go': `package api
import (
	"net/http"
	"github.com/go-chi/chi/v5"
)
type Router struct { http.Handler }
func New() *Router {
	r := &Router{}
	r.Handler = r.routes()
	return r
}
func (a *Router) routes() http.Handler {
	r := chi.NewRouter()
	r.Get("/songs", list)
	return r
}
func list(w http.ResponseWriter, r *http.Request) {}
`,
      'server.go': `package server
import (
	"net/http"
	"path"
	"github.com/go-chi/chi/v5"
	"example.com/x/api"
)
const apiPath = "/api"
type Server struct { router chi.Router }
func NewServer() *Server { return &Server{router: chi.NewRouter()} }
func (s *Server) MountRouter(name, at string, sub http.Handler) {
	at = path.Join("/base", at)
	s.router.Group(func(r chi.Router) { r.Mount(at, sub) })
}
func Start() {
	s := NewServer()
	s.MountRouter("API", apiPath, api.New())
	s.MountRouter("Other", "/other", http.NotFoundHandler())
}
`,
    });
    expect(lines).toEqual(['GET /base/api/songs → api/api.go::list']);
  });

  it('are found behind an interface of the project that one type implements', async () => {
    const lines = await entryLines({
      'go.mod': MODULE,
      'router/router.go': `package router
import (
	"net/http"
	"github.com/gorilla/mux"
)
type Mux interface { HandleCORS(p string, h http.HandlerFunc) }
type Config struct { Router *mux.Router }
func New(c Config) Mux { return adapter{c} }
type adapter struct { c Config }
func (a adapter) HandleCORS(p string, h http.HandlerFunc) { a.c.Router.HandleFunc("/v1"+p, h) }
`,
      'token.go': `package token
import (
	"net/http"
	"example.com/x/router"
)
type Handler struct{}
func (h *Handler) Mount(m router.Mux) {
	m.HandleCORS("/token", h.issue)
	m.HandleCORS("/keys", h.keys)
}
func (h *Handler) issue(w http.ResponseWriter, r *http.Request) {}
func (h *Handler) keys(w http.ResponseWriter, r *http.Request) {}
`,
    });
    expect(lines).toEqual([
      '* /v1/keys → token.go::Handler::keys',
      '* /v1/token → token.go::Handler::issue',
    ]);
  });

  it('stay where a function that wraps handlers wraps the router as well', async () => {
    const lines = await entryLines({
      'go.mod': MODULE,
      'http.go': `package web
import (
	"net/http"
	"github.com/gorilla/mux"
)
func New() http.Handler {
	r := mux.NewRouter()
	r.Handle("/users", guard(users))
	r.HandleFunc("/health", health)
	return strip("/base", r)
}
func guard(fn http.HandlerFunc) http.Handler { return strip("", fn) }
func strip(prefix string, h http.Handler) http.Handler {
	if prefix == "" { return h }
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.ServeHTTP(w, r) })
}
func users(w http.ResponseWriter, r *http.Request) {}
func health(w http.ResponseWriter, r *http.Request) {}
`,
    });
    expect(lines).toEqual(['* /health → http.go::health', '* /users → http.go::users']);
  });

  it('name the function behind middleware of another file, or what makes one without a name', async () => {
    const lines = await entryLines({
      'go.mod': MODULE,
      'auth.go': `package web
import "net/http"
type auth struct{ name string }
func (a *auth) handle(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(w, r) })
}
func newProbe(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {}
}
func counted(names []string) http.Handler { return (&auth{}).handle(newProbe(names[0])) }
`,
      'routes.go': `package web
import "net/http"
type pages struct{ name string }
func Register(names []string) {
	own := &pages{}
	guard := &auth{}
	probe := newProbe("own")
	mux := http.NewServeMux()
	mux.Handle("GET /login", guard.handle(http.HandlerFunc(own.login)))
	mux.HandleFunc("GET /ready", probe)
	mux.Handle("GET /count", counted(names))
}
func (p *pages) login(w http.ResponseWriter, r *http.Request) {}
`,
    });
    expect(lines).toEqual([
      'GET /count → auth.go::counted',
      'GET /login → routes.go::pages::login via guard.handle',
      'GET /ready → auth.go::newProbe',
    ]);
  });
});
