import { redirect } from 'react-router'
import { drawDimensions } from '#domain/products/dimension-drawing.ts'
import { dimensionsOf } from '#domain/products/part-dimensions.ts'
import { findProductBySlug } from '#domain/products/product-page.server.ts'
import * as paths from '#paths.ts'
import { cacheTagsContext, shopFrom } from '../../page-context.ts'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/part-drawing'

export const handle = { query: [] } satisfies RouteHandle

/** The drawing of a part whose specifications state its dimensions. */
export async function loader({ context, params: { slug } }: Route.LoaderArgs): Promise<Response> {
  const found = await findProductBySlug(shopFrom(context), slug)
  if (found?.state === 'moved') return redirect(paths.partDrawing(found), 301)
  const dimensions = found?.state === 'on-sale' ? dimensionsOf(found.specifications) : null
  if (found?.state !== 'on-sale' || !dimensions) return new Response(null, { status: 404 })
  // It shows no stock.
  context.set(cacheTagsContext, ['products'])
  return new Response(
    drawDimensions(dimensions, { title: `${found.product.name}, drawing with dimensions` }),
    {
      headers: { 'Content-Type': 'image/svg+xml; charset=utf-8' },
    },
  )
}
