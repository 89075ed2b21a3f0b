import { setImmediate } from "node:timers/promises";
import type { AstroIntegration, RouteData } from "astro";

/** Who takes what Astro renders, so that Astro does not write it. */
export interface Taker {
  /** Told of all files before the first is rendered. */
  begin: (files: readonly string[]) => Promise<void>;
  /** Resolves when the next may come. */
  take: (file: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
}

/** The file that Astro makes of an address, as an address itself. */
function toFile(pathname: string, { type }: RouteData): string {
  const path = pathname.replace(/\/$/, "");
  if (type === "endpoint") return path;
  return path === "/404" ? "/404.html" : `${path}/index.html`;
}

/** Hands over what Astro renders at once, so that other threads work on it while Astro goes on. */
export const handOver = ({ begin, take }: Taker): AstroIntegration => ({
  name: "hand-over",
  hooks: {
    "astro:build:start": ({ setPrerenderer }) => {
      setPrerenderer((astro) => ({
        ...astro,
        getStaticPaths: async () => {
          const paths = await astro.getStaticPaths();
          await begin(paths.map(({ pathname, route }) => toFile(pathname, route)));
          return paths;
        },
        render: async (request, options) => {
          const rendered = await astro.render(request, options);
          const file = toFile(decodeURI(new URL(request.url).pathname), options.routeData);
          const response = rendered instanceof Response ? rendered : rendered.response;
          // Astro makes the page of a redirect only afterwards.
          if (response.headers.has("Location")) return rendered;
          await take(file, new Uint8Array(await response.arrayBuffer()));
          // Rendering waits for nothing, so messages of the threads need a turn.
          await setImmediate();
          // What has no body is not written.
          return new Response(null);
        },
      }));
    },
  },
});
