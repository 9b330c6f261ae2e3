import { z } from 'zod'
import { formatCount } from '../shared/format-count.ts'
import { boundedList, PageQuery, SearchText, sortOrders } from '../shared/lists.ts'
import { centsFromDollars, MAX_CHARGE_CENTS } from '../shared/money.ts'
import { requiredNumber, numeric, wholeNumber } from '../shared/numbers.ts'
import { boundedText, requiredText } from '../shared/text.ts'
import { FitmentBody, FitmentSchema, MAX_FITMENTS } from '../vehicles/fitment.ts'
import { normalizeName } from './brand-and-category.ts'
import { canonicalGtin } from './gtin.ts'
import { MorePictures } from './more-pictures.ts'
import { ReplacedNumbers } from './replaced-numbers.ts'
import { PublicSaleFacts, SaleFacts } from './sale-facts.ts'
import { CONDITIONS } from './specification-text.ts'
import { SpecificationValues } from './specification.ts'
import { PIECE } from './unit.ts'

/**
 * A part as the API returns it. `slug` is that of its page, /parts/<slug>; `price` is dollars per `unit`
 * ("piece", "set of 4"), `listPrice` its price before a current sale; `available` and `minOrder` count
 * units. `condition` of a part that is not new; `gtin` if it has one; `morePictures`: the URLs of pictures
 * besides `picture`, apart by spaces, if it has some. The sale facts that differ from PLAIN_FACTS:
 * `weightGrams` if it is known, `oversize` and `dangerous` if they are true, `coreDeposit` (dollars) if
 * there is one, `taxed` and `returnable` if they are false.
 */
export const ProductSchema = z.object({
  _id: z.string(),
  slug: z.string(),
  picture: z.string(),
  name: z.string(),
  about: z.string(),
  price: z.number(),
  listPrice: z.number().optional(),
  available: z.number().int(),
  minOrder: z.number().int(),
  unit: z.string(),
  brand: z.string(),
  category: z.string(),
  partNumber: z.string(),
  condition: z.enum(CONDITIONS).optional(),
  gtin: z.string().optional(),
  morePictures: z.string().optional(),
  ...PublicSaleFacts.shape,
})
export type Product = z.infer<typeof ProductSchema>

/** A part as `GET /product/{id}` returns it. */
export const ShownProductSchema = ProductSchema.extend({
  cartOnly: z
    .boolean()
    .optional()
    .describe('True when it can only be ordered in a cart; absent when it can be ordered alone, too'),
  coreDays: z.number().int().optional(),
})
export type ShownProduct = z.infer<typeof ShownProductSchema>

/**
 * A part as admins see it, with its `bin` if it has one. Hidden parts are visible to admins only and cannot
 * be ordered.
 */
export const ManagedProductSchema = ProductSchema.extend({
  hidden: z.boolean(),
  bin: z.string().optional(),
})
export type ManagedProduct = z.infer<typeof ManagedProductSchema>

/**
 * What describes a part besides its texts. `oeNumbers` (of car makers), `otherNumbers` (of other brands) and
 * `oldNumbers` (its own, earlier ones): the part numbers that it replaces, apart by commas. `gtin` may be
 * blank.
 */
const PartFacts = z.object({
  morePictures: MorePictures,
  condition: z.enum(CONDITIONS, 'The condition is new, remanufactured or used'),
  gtin: boundedText(20)
    .refine((text) => text.trim() === '' || canonicalGtin(text) !== null, {
      error: 'This is not a GTIN: it has 8, 12, 13 or 14 digits, and its last digit must match the others',
      abort: true,
    })
    .overwrite((text) => canonicalGtin(text) ?? ''),
  oeNumbers: ReplacedNumbers,
  otherNumbers: ReplacedNumbers,
  oldNumbers: ReplacedNumbers,
  /** All specifications that it has. */
  specifications: SpecificationValues,
  ...SaleFacts.shape,
})
export type PartFacts = z.infer<typeof PartFacts>

/**
 * A managed part with its facts, and the first vehicles that it fits, at most MAX_FITMENTS; `fitsTotal`
 * counts all.
 */
export const ManagedProductWithFits = ManagedProductSchema.extend({
  ...PartFacts.shape,
  fits: z.array(FitmentSchema),
  fitsTotal: z.number().int(),
})
export type ManagedProductWithFits = z.infer<typeof ManagedProductWithFits>

/** Dollars as a JSON number with at most two decimals, above zero. */
export const PriceSchema = numeric(
  requiredNumber('Price is Required', 'Price must be a number')
    .positive('Price must be more than zero')
    .refine((dollars) => centsFromDollars(dollars) !== null, 'Price has at most two decimals')
    .refine((dollars) => dollars * 100 <= MAX_CHARGE_CENTS, 'Price must be at most 999999.99'),
)

/** Units of one part that the store can count. */
export const MAX_PIECES = 1_000_000
const TOO_MANY = `Enter at most ${formatCount(MAX_PIECES)}`
const NOT_WHOLE = 'Enter a whole number'
const units = (missing: string, min: number, tooSmall: string) =>
  wholeNumber([min, MAX_PIECES], { missing, notWhole: NOT_WHOLE, tooSmall, tooLarge: TOO_MANY })

/** A product as an admin enters it. tests/e2e checks the messages. */
export const ProductInput = z.object({
  picture: requiredText('Image is Required', 2000),
  name: requiredText('Product Name is Required', 200),
  about: requiredText('Product Description is Required', 5000),
  price: PriceSchema,
  /**
   * The price before its sale, more than `price`; null for no sale. An edit without it leaves it unchanged,
   * unless `price` has reached it.
   */
  listPrice: PriceSchema.nullable().optional(),
  available: units('Available Quantity is Required', 0, 'Available Quantity cannot be negative'),
  minOrder: units('Minimum Order is Required', 1, 'Minimum Order must be at least 1'),
  /** The unit of sale: "pair", "set of 4". Blank is "piece". An edit without it leaves it unchanged. */
  unit: boundedText(30)
    .overwrite((unit) => normalizeName(unit) || PIECE)
    .max(30)
    .optional(),
  brand: boundedText(100).overwrite(normalizeName).optional(),
  category: boundedText(100).overwrite(normalizeName).optional(),
  partNumber: boundedText(60).trim().optional(),
  /**
   * All vehicles it fits. An edit without them leaves them unchanged. A product with more than MAX_FITMENTS,
   * from a file, can only be edited without them.
   */
  fits: boundedList(FitmentBody, MAX_FITMENTS, `List at most ${MAX_FITMENTS} vehicles`).optional(),
  /** An edit without one of these leaves it unchanged. */
  ...PartFacts.partial().shape,
})
export type ProductInput = z.infer<typeof ProductInput>

/** How products are listed. `brand` and `category` as they are stored; blank does not filter. */
export const ListProductsQuery = PageQuery.extend({
  brand: boundedText(100).overwrite(normalizeName).optional(),
  category: boundedText(100).overwrite(normalizeName).optional(),
})
export type ListProductsQuery = z.infer<typeof ListProductsQuery>

/** Whether the list price is above the price, or there is none. */
export function isSale({ price, listPrice }: Pick<ProductInput, 'price' | 'listPrice'>): boolean {
  return listPrice === null || listPrice === undefined || listPrice > price
}
const NO_SALE = {
  path: ['listPrice'],
  error: 'The regular price must be more than the price',
}

/** A new product. `hidden`: only admins see it until it is published. */
export const AddProductInput = ProductInput.extend({ hidden: z.boolean().optional() }).refine(isSale, NO_SALE)
export type AddProductInput = z.infer<typeof AddProductInput>

/** What an admin's list of products can be sorted by; `shelf`: sold out first, hidden ones last. */
export const PRODUCT_SORT_KEYS = ['name', 'price', 'available', 'minOrder', 'shelf'] as const

/**
 * How admins list products: with `status` only hidden ones, or those on sale with this stock level; `q`:
 * beginnings of words of the name, brand or category, or of a part number; newest first without `sort`.
 */
export const ListManagedProductsQuery = ListProductsQuery.extend({
  status: z.enum(['in', 'low', 'out', 'hidden']).optional(),
  q: SearchText.optional(),
  sort: sortOrders(PRODUCT_SORT_KEYS).optional(),
})
export type ListManagedProductsQuery = z.infer<typeof ListManagedProductsQuery>

/** Which products are counted by their status. */
export const CountManagedProductsQuery = ListManagedProductsQuery.pick({
  brand: true,
  category: true,
  q: true,
})
export type CountManagedProductsQuery = z.infer<typeof CountManagedProductsQuery>

/** How many products there are, in all and of each status. */
export const ProductCounts = z.object({
  all: z.number().int(),
  in: z.number().int(),
  low: z.number().int(),
  out: z.number().int(),
  hidden: z.number().int(),
})
export type ProductCounts = z.infer<typeof ProductCounts>

/** An edit of a product. Stock is changed by restocking only, so that concurrent edits lose no units. */
export const ProductValues = ProductInput.omit({ available: true })
export type ProductValues = z.infer<typeof ProductValues>

/** Only the form of a new product requires a picture: files add parts without. */
const EditedValues = ProductValues.extend({
  picture: boundedText(2000, { missing: 'Image is Required' }).trim(),
})

/**
 * An edit with the values it started from (`was`): mergeEdit merges or refuses concurrent changes. Values
 * that `was` omits are not compared.
 */
export const EditProductInput = EditedValues.extend({ was: EditedValues.partial().optional() }).refine(
  isSale,
  NO_SALE,
)
export type EditProductInput = z.infer<typeof EditProductInput>

/** Received (positive) or missing (negative) units. */
export const RestockInput = z.object({
  quantity: wholeNumber([-MAX_PIECES, MAX_PIECES], {
    notWhole: NOT_WHOLE,
    tooSmall: TOO_MANY,
    tooLarge: TOO_MANY,
  }).refine((quantity) => quantity !== 0, 'Enter a number other than zero'),
})
export type RestockInput = z.infer<typeof RestockInput>

/** Received units of several products; none can be removed. */
export const AddStockInput = RestockInput.refine(({ quantity }) => quantity > 0, {
  path: ['quantity'],
  error: 'Enter how many came in, at least 1',
})

/** A new price and the one it replaces: a concurrent change is not overwritten. */
export const RepriceInput = z.object({ price: PriceSchema, was: PriceSchema })
export type RepriceInput = z.infer<typeof RepriceInput>

/** Products with fewer minimum orders left than this are low on stock. */
export const LOW_STOCK_ORDERS = 3

/** How much of a product is left, for admins: enough, low, or sold out. */
export type StockLevel = 'in' | 'low' | 'out'

/** The stock level of a product, in the lists of products and on the overview. */
export function stockLevel(product: Pick<Product, 'available' | 'minOrder'>): StockLevel {
  if (product.available === 0) return 'out'
  return product.available < LOW_STOCK_ORDERS * product.minOrder ? 'low' : 'in'
}

export const STOCK_LEVEL_LABELS: Record<StockLevel, string> = { in: 'In stock', low: 'Low', out: 'Sold out' }

/** Stock below the minimum order cannot be ordered. */
export type StockState = 'in_stock' | 'below_minimum' | 'sold_out'

export function stockState(product: Pick<Product, 'available' | 'minOrder'>): StockState {
  if (product.available === 0) return 'sold_out'
  return product.available < product.minOrder ? 'below_minimum' : 'in_stock'
}
