import { addProduct } from '#domain/products/add-product.server.ts'
import { listBrandsAndCategories } from '#domain/products/brands-and-categories.server.ts'
import { deleteProduct } from '#domain/products/delete-product.server.ts'
import { editProduct } from '#domain/products/edit-product.server.ts'
import { showFit, showFits } from '#domain/products/evaluate-fits.server.ts'
import { hideProduct } from '#domain/products/hide-product.server.ts'
import { listFitments } from '#domain/products/list-fitments.server.ts'
import { listProducts } from '#domain/products/list-products.server.ts'
import { listStockMovements } from '#domain/products/list-stock-movements.server.ts'
import { repriceProduct } from '#domain/products/reprice-product.server.ts'
import { restockProduct } from '#domain/products/restock-product.server.ts'
import { showManagedProduct, showProduct } from '#domain/products/show-product.server.ts'
import {
  editSpecificationFields,
  listSpecificationFields,
} from '#domain/products/specification-fields.server.ts'
import { countManagedProducts, listManagedProducts } from '#domain/search/list-managed-products.server.ts'
import { mapOutcome, ok } from '#domain/shared/outcome.ts'
import { absoluteUrl, withPictureUrl, withStoredPictures } from './picture-urls.ts'
import { receivePicture } from './receive-picture.ts'
import type { Handlers } from './serve-call.ts'

export const products = {
  listProducts: async ({ shop, query }) => ok((await listProducts(shop, query)).map(withPictureUrl(shop))),
  listManagedProducts: async ({ shop, query }) =>
    ok((await listManagedProducts(shop, query)).map(withPictureUrl(shop))),
  countManagedProducts: async ({ shop, query }) => ok(await countManagedProducts(shop, query)),
  showManagedProduct: async ({ shop, params }) =>
    mapOutcome(await showManagedProduct(shop, params.id), withPictureUrl(shop)),
  listBrandsAndCategories: async ({ shop }) => ok(await listBrandsAndCategories(shop)),
  listSpecificationFields: async ({ shop, query }) => ok(await listSpecificationFields(shop, query)),
  editSpecificationFields: ({ shop, viewer, body }) => editSpecificationFields(shop, viewer, body),
  showProduct: async ({ shop, params }) =>
    mapOutcome(await showProduct(shop, params.id), withPictureUrl(shop)),
  listFitments: ({ shop, params, query }) => listFitments(shop, params.id, query),
  showFit: ({ shop, params, query }) => showFit(shop, params.id, query),
  showFits: async ({ shop, query }) => ok(await showFits(shop, query)),
  addProduct: ({ shop, viewer, body, idempotencyKey }) =>
    addProduct(shop, viewer, withStoredPictures(shop)(body), idempotencyKey),
  editProduct: ({ shop, viewer, params, body }) =>
    editProduct(shop, viewer, params.id, {
      ...withStoredPictures(shop)(body),
      ...(body.was && { was: withStoredPictures(shop)(body.was) }),
    }),
  repriceProduct: ({ shop, viewer, params, body }) => repriceProduct(shop, viewer, params.id, body),
  restockProduct: ({ shop, viewer, params, body, idempotencyKey }) =>
    restockProduct(shop, viewer, params.id, body.quantity, idempotencyKey),
  listStockMovements: ({ shop, params, query }) => listStockMovements(shop, params.id, query),
  hideProduct: ({ shop, viewer, params, body }) => hideProduct(shop, viewer, params.id, body.hidden),
  deleteProduct: ({ shop, viewer, params }) => deleteProduct(shop, viewer, params.id),
  uploadImage: async ({ shop, viewer, request }) =>
    mapOutcome(await receivePicture(shop, viewer, request), ({ data }) => ({
      data: { ...data, url: absoluteUrl(shop, data.url) },
    })),
} satisfies Partial<Handlers>
