import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange, recordChanges } from '../audit/record-change.server.ts'
import { runIdempotently, type IdempotencyKey } from '../shared/idempotency.server.ts'
import { centsFromDollars } from '../shared/money.ts'
import { type InsertResult, ok, type Outcome, refused, refusedField } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { checkFitments } from '../vehicles/check-fitments.server.ts'
import type { Fitment } from '../vehicles/fitment.ts'
import { spelledFitment } from '../vehicles/spelled-fitment.ts'
import { withKnownNames } from './brands-and-categories.server.ts'
import { blankText, withoutHtml } from './html-texts.server.ts'
import { splitPictures } from './more-pictures.ts'
import { refuseSpecifications, writeReplacedNumbers } from './part-facts.server.ts'
import type { AddProductInput, ProductInput, ProductValues } from './product.ts'
import { readSpecificationFields } from './specification-fields.server.ts'
import { storedValues } from './specification.ts'
import { PIECE } from './unit.ts'
import { writeFitments } from './write-fitments.server.ts'

/** The message for a picture that was not uploaded to this store. */
export const FOREIGN_PICTURE = 'Image is Required: upload the picture here, external links are not accepted.'

/**
 * Adds a product. Access: admins. Its units enter the stock ledger as received. Its brand and category get
 * the spelling of existing ones, and HTML in its texts becomes plain text. Only admins see a `hidden`
 * product.
 * Refusals: foreign_picture unless the picture is one of our own uploads; invalid_input for an unknown
 * vehicle or specification, a value that is not of its type, and HTML without text.
 */
export async function addProduct(
  shop: Pick<Shop, 'db' | 'images' | 'vehicles' | 'publishChange'>,
  viewer: Viewer,
  typed: AddProductInput,
  idempotencyKey: IdempotencyKey | null = null,
): Promise<Outcome<InsertResult>> {
  const input = await withSpelledVehicles(shop, withoutHtml(typed))
  const blank = blankText(input)
  if (blank) return blank
  const foreign = refuseForeign(await shop.images.filterOwned(picturesOf(input)), input)
  if (foreign) return foreign
  const outcome = await runIdempotently(shop, viewer, idempotencyKey, async (trx) => {
    const unknown = await refuseUnknownVehicles(trx, input.fits)
    if (unknown) return unknown
    const wrong =
      input.specifications && refuseSpecifications(await readSpecificationFields(trx), input.specifications)
    if (wrong) return wrong
    const insertedId = await insertProduct(trx, viewer.id, await withKnownNames(trx, input))
    return ok({ insertedId })
  })
  shop.publishChange('products')
  return outcome
}

/**
 * Inserts a product with its first ledger and audit rows. Also used by seeding, which has no admin (`actorId`
 * null).
 * @param createdAt when it went on sale; default now.
 */
export async function insertProduct(
  trx: Database,
  actorId: string | null,
  input: AddProductInput,
  createdAt?: Date,
): Promise<string> {
  const id = randomUUID()
  await insertRows(trx, [{ id, input, createdAt }])
  const fits = input.fits && (await writeFitments(trx, id, input.fits))
  await recordChange(trx, {
    actorId,
    action: 'add_product',
    subject: `product:${id}`,
    after: { ...firstFacts(input), ...(fits && { vehicles: fits.after }) },
  })
  return id
}

/**
 * Inserts products without fitments, with their first ledger and audit rows, in two statements. Used by
 * imports.
 * @returns their ids, each with its values, in the order of these.
 */
export async function insertProducts<Input extends ProductInput>(
  trx: Database,
  actorId: string | null,
  inputs: readonly Input[],
): Promise<{ id: string; input: Input }[]> {
  const products = inputs.map((input) => ({ id: randomUUID(), input }))
  await insertRows(trx, products)
  await recordChanges(
    trx,
    products.map(({ id, input }) => ({
      actorId,
      action: 'add_product',
      subject: `product:${id}`,
      after: firstFacts(input),
    })),
  )
  return products
}

/**
 * Inserts products with their first ledger rows. One parameter for all values takes less time than one for
 * each.
 */
async function insertRows(
  trx: Database,
  products: readonly { id: string; input: AddProductInput; createdAt?: Date | undefined }[],
): Promise<void> {
  const rows = products.map(({ id, input, createdAt }) => {
    const { available, hidden = false } = input
    // PostgreSQL reads `now` as the time of the transaction.
    const specifications = storedValues(input.specifications ?? [])
    return { id, ...columnsOf(input), specifications, available, hidden, created_at: createdAt ?? 'now' }
  })
  await sql`
    with added as (
      insert into products (id, picture, more_pictures, name, about, brand, category, part_number, price_cents, list_price_cents, min_order,
        unit, condition, gtin, specifications, weight_grams, oversize, dangerous, core_cents, taxed, returnable, bin, available, hidden, created_at)
      select * from json_to_recordset(${JSON.stringify(rows)}) as given (
        id uuid, picture text, more_pictures text, name text, about text, brand text, category text, part_number text, price_cents integer,
        list_price_cents integer, min_order integer, unit text, condition text, gtin text, specifications jsonb,
        weight_grams integer, oversize boolean, dangerous boolean, core_cents integer, taxed boolean, returnable boolean, bin text,
        available integer, hidden boolean, created_at timestamptz)
      returning id, available)
    insert into stock_movements (product_id, kind, quantity) select id, 'received', available from added`.execute(
    trx,
  )
  await writeReplacedNumbers(
    trx,
    products.map(({ id, input: { oeNumbers, otherNumbers, oldNumbers } }) => ({
      id,
      ...(oeNumbers && { oeNumbers }),
      ...(otherNumbers && { otherNumbers }),
      ...(oldNumbers && { oldNumbers }),
    })),
  )
}

/** A new product for the audit. */
const firstFacts = ({ price, available, minOrder, hidden }: AddProductInput) => ({
  price,
  available,
  minOrder,
  ...(hidden && { hidden }),
})

/** The input with the store's own names of its vehicles. */
export async function withSpelledVehicles<Input extends { fits?: readonly Fitment[] | undefined }>(
  shop: Pick<Shop, 'vehicles'>,
  input: Input,
): Promise<Input> {
  if (!input.fits?.length) return input
  const { names } = await shop.vehicles()
  return { ...input, fits: input.fits.map((fitment) => spelledFitment(fitment, names)) }
}

/** The refusal for fitments with an unknown vehicle, or null. */
export async function refuseUnknownVehicles(
  trx: Database,
  fits: readonly Fitment[] | undefined,
): Promise<Outcome<never> | null> {
  const problems = fits ? await checkFitments(trx, fits) : []
  return problems[0] ? refused('invalid_input', problems[0].message, { fields: problems }) : null
}

/** All pictures of a product, the first one first. */
export const picturesOf = ({
  picture,
  morePictures = '',
}: Pick<ProductInput, 'picture' | 'morePictures'>) => [picture, ...splitPictures(morePictures)]

/** The refusal for a picture that is not `owned`; of those in `changed` fields only, or null. */
export function refuseForeign(
  owned: ReadonlySet<string>,
  { picture, morePictures = '' }: Pick<ProductInput, 'picture' | 'morePictures'>,
  changed: readonly string[] = ['picture', 'morePictures'],
): Outcome<never> | null {
  const refuse = (field: string) => refusedField(field, 'foreign_picture', FOREIGN_PICTURE, 'foreign_picture')
  if (changed.includes('picture') && picture !== '' && !owned.has(picture)) return refuse('picture')
  if (changed.includes('morePictures') && !splitPictures(morePictures).every((url) => owned.has(url)))
    return refuse('morePictures')
  return null
}

/** A price in cents, as it is stored. The schemas have checked that it is whole cents. */
export function priceCents(dollars: number): number {
  const cents = centsFromDollars(dollars)
  if (cents === null) throw new Error(`Price ${dollars} is not in whole cents`)
  return cents
}

/** The columns that adding and editing share, but for the specifications. */
export function columnsOf(input: ProductValues) {
  return {
    picture: input.picture,
    more_pictures: input.morePictures ?? '',
    name: input.name,
    about: input.about,
    brand: input.brand ?? '',
    category: input.category ?? '',
    part_number: input.partNumber ?? '',
    price_cents: priceCents(input.price),
    list_price_cents: typeof input.listPrice === 'number' ? priceCents(input.listPrice) : null,
    min_order: input.minOrder,
    unit: input.unit ?? PIECE,
    condition: input.condition ?? 'new',
    gtin: input.gtin ?? '',
    weight_grams: input.weightGrams ?? null,
    oversize: input.oversize ?? false,
    dangerous: input.dangerous ?? false,
    core_cents: priceCents(input.coreDeposit ?? 0),
    taxed: input.taxed ?? true,
    returnable: input.returnable ?? true,
    bin: input.bin ?? '',
  }
}
