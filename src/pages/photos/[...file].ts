import type { APIRoute, GetStaticPaths } from "astro";
import { encodePhoto } from "../../picture/photo-encoder.ts";
import { type PhotoVariant, photoFolder, toMediaType, toVariants } from "../../publish/photo-paths.ts";
import type { SitePhoto } from "../../schema/site.ts";
import { isBuild, site } from "../../site.ts";

// scripts/build.ts writes them all, several at once; Astro's dev server makes each when it is looked at.
export const getStaticPaths = (() =>
  [...(isBuild ? [] : site.photos.values())].flatMap((photo) =>
    toVariants(photo).map((variant) => ({
      params: { file: variant.path.replace(photoFolder, "") },
      props: { photo, variant },
    })),
  )) satisfies GetStaticPaths;

export const GET: APIRoute<{ photo: SitePhoto; variant: PhotoVariant }> = async ({ props }) => {
  const { photo, variant } = props;
  for await (const { bytes } of encodePhoto(photo, [variant]))
    return new Response(new Uint8Array(bytes), {
      headers: { "Content-Type": toMediaType({ url: variant.path }) },
    });
  return new Response(null, { status: 404 });
};
