import { z } from 'zod'
import { BrandsAndCategories } from '#domain/products/brand-and-category.ts'
import {
  AddProductInput,
  CountManagedProductsQuery,
  EditProductInput,
  ListManagedProductsQuery,
  ListProductsQuery,
  ManagedProductSchema,
  ManagedProductWithFits,
  ProductCounts,
  ProductSchema,
  ShownProductSchema,
  RepriceInput,
  RestockInput,
} from '#domain/products/product.ts'
import { ShowFitsQuery, ShowFitsResponse } from '#domain/products/show-fits.ts'
import {
  EditSpecificationFieldsInput,
  ListSpecificationFieldsQuery,
  SpecificationFieldSchema,
} from '#domain/products/specification.ts'
import { ListStockMovementsQuery, StockMovementSchema } from '#domain/products/stock-movement.ts'
import { productTags } from '#domain/shared/cache-tags.ts'
import { FitVerdictSchema } from '#domain/vehicles/fit-verdict.ts'
import { FitmentListItem, ListFitmentsQuery } from '#domain/vehicles/fitment.ts'
import { VehicleQuery } from '#domain/vehicles/vehicle.ts'
import { defineCall, PROVIDER_REFUSALS } from './call.ts'
import { DeleteResult, HiddenInput, IdParams, InsertResult, UpdateResult } from './shared-schemas.ts'

export const listProducts = defineCall('GET', '/products', {
  summary: 'List parts, newest first, optionally of one brand or category',
  access: 'public',
  query: ListProductsQuery,
  response: z.array(ProductSchema),
  cache: { tags: (products) => productTags(products.map(({ _id }) => _id)) },
  isBrowsing: true,
})

export const listManagedProducts = defineCall('GET', '/products/all', {
  summary:
    'List all parts, hidden ones included, newest first or sorted, optionally of one brand or category, with some words, or of one status',
  access: 'admin',
  query: ListManagedProductsQuery,
  response: z.array(ManagedProductSchema),
})

export const countManagedProducts = defineCall('GET', '/products/counts', {
  summary: 'Count the parts that such a list has, hidden ones included, in all and by status',
  access: 'admin',
  query: CountManagedProductsQuery,
  response: ProductCounts,
})

export const showManagedProduct = defineCall('GET', '/products/all/{id}', {
  summary: 'Show one part, even a hidden one, with the first 200 vehicles that it fits',
  access: 'admin',
  params: IdParams,
  response: ManagedProductWithFits,
})

export const listBrandsAndCategories = defineCall('GET', '/products/brands-and-categories', {
  summary: 'List the brands and categories of the parts on sale, for suggestions',
  access: 'admin',
  response: BrandsAndCategories,
})

export const listSpecificationFields = defineCall('GET', '/specifications', {
  summary:
    'List the specifications that the parts of each category can have, or of one category, with the number of parts that have each',
  access: 'admin',
  query: ListSpecificationFieldsQuery,
  response: z.array(SpecificationFieldSchema),
})

export const editSpecificationFields = defineCall('PUT', '/specifications', {
  summary:
    'Replace the specifications of a category, in order, unless another admin has changed them since; the values of removed ones are no longer shown',
  access: 'admin',
  body: EditSpecificationFieldsInput,
  response: UpdateResult,
  refusals: ['specifications_changed'],
})

export const showProduct = defineCall('GET', '/product/{id}', {
  summary: 'Show one part',
  access: 'customer',
  params: IdParams,
  response: ShownProductSchema,
  isBrowsing: true,
})

export const listFitments = defineCall('GET', '/product/{id}/fitments', {
  summary:
    'List the vehicles that a part fits, by make, model and year: `first` lines (100 by default, at most 1000), from the start or after the line with the _id `after`',
  access: 'public',
  params: IdParams,
  query: ListFitmentsQuery,
  response: z.array(FitmentListItem),
  cache: { tags: () => ['products'] },
  isBrowsing: true,
})

export const showFit = defineCall('GET', '/product/{id}/fit', {
  summary: 'Whether a part fits a vehicle, and why',
  access: 'public',
  params: IdParams,
  query: VehicleQuery,
  response: FitVerdictSchema,
  cache: { tags: () => ['products'] },
  isBrowsing: true,
})

export const showFits = defineCall('GET', '/products/fits', {
  summary: 'Whether each of these parts fits a vehicle, and why; parts that are not on sale are left out',
  access: 'public',
  query: ShowFitsQuery,
  response: ShowFitsResponse,
  cache: { tags: () => ['products'] },
  isBrowsing: true,
})

export const addProduct = defineCall('POST', '/product', {
  summary: 'Add a part; a hidden one is visible to admins only until it is published',
  access: 'admin',
  body: AddProductInput,
  response: InsertResult,
  status: 201,
  refusals: ['foreign_picture'],
  acceptsIdempotencyKey: true,
})

export const editProduct = defineCall('PUT', '/product/{id}', {
  summary:
    'Change a part, unless another admin has changed the same fields since; open orders keep their terms',
  access: 'admin',
  params: IdParams,
  body: EditProductInput,
  response: UpdateResult,
  refusals: ['product_changed', 'foreign_picture'],
})

export const repriceProduct = defineCall('PATCH', '/product/{id}/price', {
  summary: 'Change only the price, unless another admin has changed it since',
  access: 'admin',
  params: IdParams,
  body: RepriceInput,
  response: UpdateResult,
  refusals: ['price_changed'],
})

export const restockProduct = defineCall('PATCH', '/product/{id}/stock', {
  summary: 'Add received stock, or write off what is missing',
  access: 'admin',
  params: IdParams,
  body: RestockInput,
  response: z.object({ modifiedCount: z.number().int(), available: z.number().int() }),
  refusals: ['stock_conflict'],
  acceptsIdempotencyKey: true,
})

export const listStockMovements = defineCall('GET', '/product/{id}/stock', {
  summary: 'List the stock changes of a part, newest first: orders, deliveries, write-offs',
  access: 'admin',
  params: IdParams,
  query: ListStockMovementsQuery,
  response: z.array(StockMovementSchema),
})

export const hideProduct = defineCall('PATCH', '/product/{id}/hidden', {
  summary: 'Hide a part from everyone but admins, or publish it; its orders continue',
  access: 'admin',
  params: IdParams,
  body: HiddenInput,
  response: UpdateResult,
})

export const deleteProduct = defineCall('DELETE', '/product/{id}', {
  summary: 'Delete a part; open orders are not affected',
  access: 'admin',
  params: IdParams,
  response: DeleteResult,
})

export const uploadImage = defineCall('POST', '/images', {
  summary:
    'Upload a picture (multipart field `image`; PNG, JPEG, WebP or AVIF, at most 5 MiB and 24 megapixels)',
  access: 'admin',
  form: { image: { type: 'file' } },
  storesPictures: true,
  response: z.object({
    data: z.object({ url: z.string(), width: z.number().int(), height: z.number().int() }),
  }),
  status: 201,
  refusals: ['payload_too_large', 'picture_type_unsupported', 'picture_unreadable', ...PROVIDER_REFUSALS],
})
