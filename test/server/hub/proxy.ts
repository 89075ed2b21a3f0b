import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy that can fall silent as a firewall does: no byte passes any more, and nobody is told. */
export const startProxy = async (targetPort: number) => {
  const sockets = new Set<Socket>();
  let isSilent = false;
  let port = targetPort;
  const server = createServer((client) => {
    sockets.add(client);
    client.on("error", () => {});
    if (isSilent) {
      client.pause();
      return;
    }
    const target = connect(port, "127.0.0.1");
    sockets.add(target);
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      from.on("data", (chunk) => void (from.isPaused() || to.write(chunk)));
      from.on("error", () => {});
      from.on("close", () => void (from.isPaused() || to.destroy()));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    /** Open connections stay open and silent; new ones are not answered. */
    silence: (): void => {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    /** New connections get through again, to another server if one is named. */
    speak: (toPort = port): void => {
      port = toPort;
      isSilent = false;
    },
    stop: (): void => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};
