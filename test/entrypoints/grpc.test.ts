import { expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

const PROTO = `syntax = "proto3";
package shop.v1;
import "google/api/annotations.proto";

// service Old { rpc Gone(A) returns (B); }
service Orders {
  // Returns an order. http://example.com
  rpc GetOrder(GetOrderRequest) returns (Order) {
    option (google.api.http) = {
      get: "/v1/{name=orders/*}"
      additional_bindings { get: "/v1/shops/{shop}/orders/{id}" }
    };
  }
  rpc WatchOrders(WatchRequest) returns (stream Order);
  rpc Unused(A) returns (B) {}
}
`;

it('a Go type that embeds the generated server handles the methods that it declares', async () => {
  const lines = await entryLines({
    'go.mod': 'module example.com/shop\n',
    'api/orders.proto': PROTO,
    'server/server.go': `package server

import pb "example.com/gen/shop/v1"

type Server struct {
	pb.UnimplementedOrdersServer
	db *DB
}
`,
    'server/orders.go': `package server

func (s *Server) GetOrder(ctx context.Context, in *pb.GetOrderRequest) (*pb.Order, error) {
	return nil, nil
}

func (s *Server) WatchOrders(in *pb.WatchRequest, out pb.Orders_WatchOrdersServer) error { return nil }
`,
  });
  expect(lines).toEqual([
    'GET /v1/orders/{name} → server/orders.go::Server::GetOrder',
    'GET /v1/shops/{shop}/orders/{id} → server/orders.go::Server::GetOrder',
    'shop.v1.Orders/GetOrder → server/orders.go::Server::GetOrder',
    'shop.v1.Orders/WatchOrders → server/orders.go::Server::WatchOrders',
  ]);
});

const IMPLEMENTATIONS: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  [
    'a Java class that extends the generated base',
    {
      'src/OrderService.java': `package shop;
import shop.v1.OrdersGrpc;
public class OrderService extends OrdersGrpc.OrdersImplBase {
  @Override
  public void getOrder(GetOrderRequest request, StreamObserver<Order> observer) {}
}
`,
    },
    'src/OrderService.java::OrderService::getOrder',
  ],
  [
    'a Kotlin class that extends the generated base',
    {
      'src/OrderService.kt': `package shop
class OrderService : OrdersGrpcKt.OrdersCoroutineImplBase() {
  override suspend fun getOrder(request: GetOrderRequest): Order = Order()
}
`,
    },
    'src/OrderService.kt::OrderService::getOrder',
  ],
  [
    'a Python class that derives from the servicer',
    {
      'app/server.py': `import orders_pb2_grpc

class OrderService(orders_pb2_grpc.OrdersServicer):
    def GetOrder(self, request, context):
        return None
`,
    },
    'app/server.py::OrderService::GetOrder',
  ],
  [
    'a C# class that derives from the generated base',
    {
      'Services/OrderService.cs': `namespace Shop;
public class OrderService : Orders.OrdersBase
{
    public override Task<Order> GetOrder(GetOrderRequest request, ServerCallContext context) => null;
}
`,
    },
    'Services/OrderService.cs::OrderService::GetOrder',
  ],
  [
    'a Rust type that implements the generated trait',
    {
      'Cargo.toml': '[package]\nname = "shop"\n',
      'src/main.rs': `use shop::orders_server::{Orders, OrdersServer};

pub struct OrderService {}

#[tonic::async_trait]
impl Orders for OrderService {
    async fn get_order(&self, request: Request<GetOrderRequest>) -> Result<Response<Order>, Status> {
        todo!()
    }
}
`,
    },
    'src/main.rs::OrderService::get_order',
  ],
  [
    'a Ruby class that derives from the generated service',
    {
      'lib/server.rb': `class OrderServer < Shop::V1::Orders::Service
  def get_order(request, _call)
  end
end
`,
    },
    'lib/server.rb::OrderServer::get_order',
  ],
  [
    'an object that is added to a server of JavaScript',
    {
      'server.js': `const grpc = require('@grpc/grpc-js');
const shop = grpc.loadPackageDefinition(definition).shop.v1;
function getOrder(call, callback) {}
const server = new grpc.Server();
server.addService(shop.Orders.service, { getOrder });
`,
    },
    'server.js::getOrder',
  ],
];

it.each(IMPLEMENTATIONS)('%s handles the methods that it has', async (_, sources, handler) => {
  const lines = await entryLines({ 'api/orders.proto': PROTO, ...sources });
  expect(lines.filter((line) => line.includes('shop.v1'))).toEqual([
    `shop.v1.Orders/GetOrder → ${handler}`,
  ]);
});

it('services of one name are told apart by the package of the base', async () => {
  const lines = await entryLines({
    'api/v1/orders.proto': 'package shop.v1;\nservice Orders { rpc Get(A) returns (B); }\n',
    'api/v2/orders.proto': 'package shop.v2;\nservice Orders { rpc Get(A) returns (B); }\n',
    'go.mod': 'module example.com/shop\n',
    'two.go': `package shop

import pb "example.com/gen/shop/v2"

type Two struct{ pb.UnimplementedOrdersServer }

func (t *Two) Get(ctx context.Context, in *pb.A) (*pb.B, error) { return nil, nil }
`,
  });
  expect(lines).toEqual(['shop.v2.Orders/Get → two.go::Two::Get']);
});

it('a class handles a method that its base has, and an inline function counts', async () => {
  const lines = await entryLines({
    'api/orders.proto': PROTO,
    'other/orders.proto': PROTO,
    'other/server.py': `import orders_pb2_grpc

class Base(orders_pb2_grpc.OrdersServicer):
    pass

class OrderService(Base):
    def GetOrder(self, request, context):
        return None
`,
    'server.js': `const grpc = require('@grpc/grpc-js');
class Server {
  static watch(call) {}
  listen() {
    this.server = new grpc.Server();
    this.server.addService(pkg.Orders.service, { watchOrders: Server.watch.bind(this) });
  }
}
`,
  });
  expect(lines.filter((line) => line.includes('shop.v1'))).toEqual([
    'shop.v1.Orders/GetOrder → other/server.py::OrderService::GetOrder',
    'shop.v1.Orders/WatchOrders → server.js::Server::watch',
  ]);
});

it('a class that implements an interface named like a service is no implementation of it', async () => {
  const lines = await entryLines({
    'api/orders.proto': PROTO,
    'src/Orders.java': 'package shop;\npublic interface Orders { Order getOrder(); }\n',
    'src/OrderController.java': `package shop;
import org.springframework.web.bind.annotation.*;
@RestController
public class OrderController implements Orders {
  @GetMapping("/orders")
  public Order getOrder() { return null; }
}
`,
  });
  expect(lines).toEqual(['GET /orders → src/OrderController.java::OrderController::getOrder']);
});

it('a service that nothing implements is no entry point', async () => {
  expect(await entryLines({ 'api/orders.proto': PROTO })).toEqual([]);
});
