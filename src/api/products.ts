import type { Hono } from 'hono'
import { addProduct } from '#domain/products/add-product.server.ts'
import { deleteProduct } from '#domain/products/delete-product.server.ts'
import { editProduct } from '#domain/products/edit-product.server.ts'
import { listFitments } from '#domain/products/list-fitments.server.ts'
import { listProducts } from '#domain/products/list-products.server.ts'
import { repriceProduct } from '#domain/products/reprice-product.server.ts'
import { restockProduct } from '#domain/products/restock-product.server.ts'
import { showProduct } from '#domain/products/show-product.server.ts'
import { map, ok } from '#domain/shared/outcome.ts'
import { absoluteUrl, storedPath, withPictureUrl } from './picture-urls.ts'
import { receivePicture } from './receive-picture.ts'
import { type ApiEnv, type Door, serveCall } from './serve-call.ts'

/** Parts and their pictures. */
export function serveProducts(app: Hono<ApiEnv>, door: Door): void {
  serveCall(app, door, 'listProducts', async ({ shop, query }) =>
    ok((await listProducts(shop, query)).map((product) => withPictureUrl(shop, product))),
  )
  serveCall(app, door, 'showProduct', async ({ shop, params }) =>
    map(await showProduct(shop, params.id), (product) => withPictureUrl(shop, product)),
  )
  serveCall(app, door, 'listFitments', ({ shop, params }) => listFitments(shop, params.id))
  serveCall(app, door, 'addProduct', ({ shop, viewer, body, once }) =>
    addProduct(shop, viewer, { ...body, picture: storedPath(shop, body.picture) }, once),
  )
  serveCall(app, door, 'editProduct', ({ shop, viewer, params, body }) =>
    editProduct(shop, viewer, params.id, {
      ...body,
      picture: storedPath(shop, body.picture),
      ...(body.was?.picture && { was: { ...body.was, picture: storedPath(shop, body.was.picture) } }),
    }),
  )
  serveCall(app, door, 'repriceProduct', ({ shop, viewer, params, body }) =>
    repriceProduct(shop, viewer, params.id, body),
  )
  serveCall(app, door, 'restockProduct', ({ shop, viewer, params, body, once }) =>
    restockProduct(shop, viewer, params.id, body.quantity, once),
  )
  serveCall(app, door, 'deleteProduct', ({ shop, viewer, params }) => deleteProduct(shop, viewer, params.id))
  serveCall(app, door, 'uploadImage', async ({ shop, viewer, request }) =>
    map(await receivePicture(shop, viewer, request), ({ data }) => ({
      data: { ...data, url: absoluteUrl(shop, data.url) },
    })),
  )
}
