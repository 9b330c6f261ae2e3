// Long because the demo data refer to each other, and are compared with one list of vehicles.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import Papa from 'papaparse'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#config/env.ts'
import { AddressInput } from '#domain/addresses/address.ts'
import { yearsOf } from '#domain/imports/aces/year-ranges.ts'
import { canonicalGtin } from '#domain/products/gtin.ts'
import { SaleFacts } from '#domain/products/sale-facts.ts'
import { valueProblem } from '#domain/products/specification.ts'
import { fitmentKey, FitmentSchema } from '#domain/vehicles/fitment.ts'
import { readContent } from '#server/content/read-content.ts'
import { demoCarts } from './demo-carts.ts'
import { demoDelivery } from './demo-delivery.ts'
import { type DemoFitment, toFitment } from './demo-fitment.ts'
import { type DemoOrder, shippedOf, stateOf } from './demo-order.ts'
import { demoOrders } from './demo-orders.ts'
import { demoProducts } from './demo-products.ts'
import { demoPurchases } from './demo-purchases.ts'
import { demoReviews } from './demo-reviews.ts'
import { demoSaleFacts } from './demo-sale-facts.ts'
import { demoFields, demoGtin, demoSpecifications } from './demo-specifications.ts'
import { demoTaxRegions } from './demo-tax-regions.ts'
import { demoAdmin, demoCustomer, demoUsers } from './demo-users.ts'
import { priceDemoCheckout } from './price-demo-order.ts'

type VehicleRow = Record<'year' | 'make' | 'model' | 'variant' | 'displacement_l' | 'cylinders', string>

const csv = Papa.parse<VehicleRow>(
  readFileSync(path.join(import.meta.dirname, '../../server/seed/vehicles/vehicles.csv'), 'utf8'),
  {
    header: true,
    skipEmptyLines: true,
  },
)
const rowsOfVehicle = Map.groupBy(csv.data, (row) => `${row.make}|${row.model}|${row.year}`)

const productByNumber = new Map(demoProducts.map((product) => [product.partNumber, product]))
const personByEmail = new Map(demoUsers.map((person) => [person.email, person]))

describe('the demo catalog', () => {
  test('has at least 40 parts and no part number twice', () => {
    expect(demoProducts.length).toBeGreaterThanOrEqual(40)
    expect(productByNumber.size).toBe(demoProducts.length)
    expect(demoProducts.map((product) => product.partNumber)).toEqual(
      demoProducts.map(() => expect.stringMatching(/^DL-[A-Z]{3}-\d{4}$/)),
    )
  })

  test('has for each part specifications of its category, and a GTIN of its own', () => {
    expect(new Set(demoProducts.map(({ partNumber }) => demoGtin(partNumber))).size).toBe(demoProducts.length)
    for (const { partNumber, category } of demoProducts) {
      expect(canonicalGtin(demoGtin(partNumber)), partNumber).toBe(demoGtin(partNumber))
      const values = Object.entries(demoSpecifications.get(partNumber) ?? {})
      expect(values.length, partNumber).toBeGreaterThan(0)
      for (const [of, value] of values) {
        const [name, , type = 'text'] = demoFields[category].find(([each]) => each === of) ?? []
        expect(name, `${partNumber}: ${of}`).toBe(of)
        expect(valueProblem({ name: of, type }, value), partNumber).toBeNull()
      }
    }
    expect([...demoSpecifications.keys()].filter((number) => !productByNumber.has(number))).toEqual([])
  })

  test('has for each part a weight and a bin of its own', () => {
    const facts = demoProducts.map(({ partNumber }) => demoSaleFacts(partNumber))
    for (const [at, one] of facts.entries())
      expect(SaleFacts.partial().safeParse(one).data, demoProducts[at]?.partNumber).toMatchObject({
        weightGrams: expect.any(Number),
      })
    expect(new Set(facts.map(({ bin }) => bin)).size).toBe(demoProducts.length)
  })

  test('has parts with a core deposit, oversize, dangerous and not returnable ones, which no order form needs', () => {
    const numbersOf = (is: (facts: Partial<SaleFacts>) => unknown) =>
      demoProducts.map(({ partNumber }) => partNumber).filter((number) => is(demoSaleFacts(number)))
    const [cores, large] = [
      numbersOf(({ coreDeposit }) => coreDeposit),
      numbersOf(({ oversize }) => oversize),
    ]
    expect(cores.length).toBeGreaterThanOrEqual(3)
    expect(large.length).toBeGreaterThanOrEqual(1)
    expect(numbersOf(({ dangerous }) => dangerous).length).toBeGreaterThanOrEqual(1)
    expect(numbersOf(({ returnable }) => returnable === false).length).toBeGreaterThanOrEqual(1)
    // One-part orders are placed of others: those of the home page, and of the demo orders of one part.
    const ordered = new Set([
      ...demoOrders.filter(({ checkout }) => !checkout).flatMap(numbersOfParts),
      ...demoProducts.slice(-6).map(({ partNumber }) => partNumber),
    ])
    expect([...cores, ...large].filter((number) => ordered.has(number))).toEqual([])
  })

  test('has prices in whole cents and stock in whole pieces', () => {
    for (const { partNumber, priceCents, available, minOrder } of demoProducts) {
      expect(Number.isInteger(priceCents) && priceCents > 0, partNumber).toBe(true)
      expect(Number.isInteger(available) && available >= 0, partNumber).toBe(true)
      expect(
        priceCents * minOrder,
        `${partNumber}: the smallest order is at least 0.50 USD`,
      ).toBeGreaterThanOrEqual(50)
    }
  })

  test('has minimum orders from 1 to 50, and many in between', () => {
    const minimums = new Set(demoProducts.map((product) => product.minOrder))
    expect(Math.min(...minimums)).toBe(1)
    expect(Math.max(...minimums)).toBe(50)
    expect(minimums.size).toBeGreaterThanOrEqual(6)
  })

  test('shows every state of stock: plenty, low, below the minimum order, none', () => {
    expect(demoProducts.some(({ available }) => available === 0)).toBe(true)
    expect(demoProducts.some(({ available, minOrder }) => available > 0 && available < minOrder)).toBe(true)
    expect(demoProducts.some(({ available, minOrder }) => available >= minOrder && available <= 3)).toBe(true)
    expect(demoProducts.some(({ available }) => available >= 100)).toBe(true)
  })

  test('opens the home page with six parts of six different categories that can all be ordered', () => {
    const newest = demoProducts.slice(-6)
    expect(new Set(newest.map((product) => product.category)).size).toBe(6)
    expect(newest.every((product) => product.available >= product.minOrder)).toBe(true)
  })

  test('sells exactly the brands that Brands We Trust shows', async () => {
    const { content } = await readContent(readConfig({ DEMO: '1' }))
    const sold = new Set(demoProducts.map((product) => product.brand))
    expect([...sold].toSorted()).toEqual(content.home.brands?.list.map((brand) => brand.name).toSorted())
  })

  test('describes each part in at least two sentences', () => {
    for (const product of demoProducts) {
      expect(product.about.match(/[.!?](\s|$)/g)?.length ?? 0, product.partNumber).toBeGreaterThanOrEqual(2)
    }
  })

  test('shows no picture twice in a category', () => {
    const shown = demoProducts.map(({ category, picture }) => `${category}: ${picture}`)
    expect(shown.filter((each, at) => shown.indexOf(each) !== at)).toEqual([])
  })

  test('has a picture of 1200 × 900 px for every part', async () => {
    for (const picture of new Set(demoProducts.map((product) => product.picture))) {
      const file = path.join(import.meta.dirname, 'pictures', `${picture}.webp`)
      const { width, height } = await sharp(file).metadata()
      expect({ picture, width, height }).toEqual({ picture, width: 1200, height: 900 })
    }
  })
})

describe('the fitments', () => {
  test('are real vehicles, with that variant and engine, in every year they name', () => {
    const unknown = demoProducts.flatMap((product) =>
      product.fitments.flatMap((fitment) =>
        yearsWithoutVehicle(fitment).map(
          (year) => `${product.partNumber}: ${year} ${fitment.make} ${fitment.model}`,
        ),
      ),
    )
    expect(unknown).toEqual([])
  })

  test('give a popular vehicle five parts or more', () => {
    expect(countProductsFor('Ford', 'F-150', 2006, 5.4)).toBeGreaterThanOrEqual(5)
    expect(countProductsFor('Honda', 'Civic', 2008, 1.8)).toBeGreaterThanOrEqual(5)
    expect(countProductsFor('Toyota', 'Camry', 2008, 2.4)).toBeGreaterThanOrEqual(5)
    expect(countProductsFor('Chevrolet', 'Silverado 1500', 2003, 5.3)).toBeGreaterThanOrEqual(5)
    expect(countProductsFor('BMW', '3 Series', 2003, 2.5)).toBeGreaterThanOrEqual(5)
    expect(countProductsFor('Volkswagen', 'Jetta', 2010, 2.5)).toBeGreaterThanOrEqual(5)
  })

  test.each([
    ['Honda', 'Civic', 2008, 1.8],
    ['Honda', 'Accord', 2008, 2.4],
    ['Honda', 'CR-V', 2008, 2.4],
    ['Honda', 'Odyssey', 2008, 3.5],
    ['Toyota', 'Camry', 2008, 2.4],
    ['Toyota', 'Corolla', 2006, 1.8],
    ['Toyota', 'RAV4', 2008, 2.4],
    ['Toyota', 'Prius', 2008, 1.5],
    ['Toyota', 'Sienna', 2005, 3.3],
    ['Toyota', 'Tacoma', 2010, 4],
    ['Toyota', 'Highlander', 2005, 2.4],
    ['Ford', 'F-150', 2006, 5.4],
    ['Ford', 'Escape', 2008, 3],
    ['Ford', 'Focus', 2008, 2],
    ['Ford', 'Fusion', 2010, 2.5],
    ['Ford', 'Explorer', 2008, 4.6],
    ['Ford', 'Mustang', 2006, 4.6],
    ['Chevrolet', 'Silverado 1500', 2003, 5.3],
    ['Chevrolet', 'Equinox', 2008, 3.4],
    ['Chevrolet', 'Malibu', 2008, 3.5],
    ['Chevrolet', 'Impala', 2008, 3.5],
    ['GMC', 'Sierra 1500', 2003, 5.3],
    ['Dodge', 'Ram 1500', 2008, 5.7],
    ['Nissan', 'Altima', 2005, 2.5],
    ['Nissan', 'Rogue', 2010, 2.5],
    ['Jeep', 'Wrangler', 2008, 3.8],
    ['Jeep', 'Grand Cherokee', 2003, 4],
    ['Hyundai', 'Elantra', 2012, 1.8],
    ['Hyundai', 'Sonata', 2010, 2.4],
    ['Kia', 'Soul', 2012, 2],
    ['Subaru', 'Outback', 2008, 2.5],
    ['Subaru', 'Forester', 2008, 2.5],
    ['Volkswagen', 'Jetta', 2010, 2.5],
    ['BMW', '3 Series', 2004, 2.5],
  ])('have parts for one of the most common cars, the %s %s of %d', (make, model, year, displacementL) => {
    expect(countProductsFor(make, model, year, displacementL)).toBeGreaterThanOrEqual(2)
  })

  test.each([
    ['Honda', 'Civic', 2016],
    ['Honda', 'Accord', 2016],
    ['Honda', 'CR-V', 2016],
    ['Honda', 'Odyssey', 2016],
    ['Toyota', 'Camry', 2016],
    ['Toyota', 'Corolla', 2016],
    ['Toyota', 'RAV4', 2016],
    ['Toyota', 'Sienna', 2016],
    ['Toyota', 'Tacoma', 2016],
    ['Ford', 'F-150', 2016],
    ['Ford', 'Escape', 2016],
    ['Ford', 'Focus', 2016],
    ['Ford', 'Fusion', 2016],
    ['Ford', 'Explorer', 2016],
    ['Chevrolet', 'Silverado 1500', 2016],
    ['Chevrolet', 'Equinox', 2016],
    ['Chevrolet', 'Malibu', 2016],
    ['GMC', 'Sierra 1500', 2016],
    ['Ram', '1500', 2016],
    ['Nissan', 'Altima', 2016],
    ['Nissan', 'Rogue', 2016],
    ['Nissan', 'Sentra', 2016],
    ['Jeep', 'Wrangler', 2016],
    ['Jeep', 'Grand Cherokee', 2016],
    ['Hyundai', 'Elantra', 2016],
    ['Hyundai', 'Sonata', 2016],
    ['Kia', 'Soul', 2016],
    ['Subaru', 'Outback', 2016],
    ['Subaru', 'Forester', 2016],
    ['Mazda', 'CX-5', 2016],
    ['Chevrolet', 'Tahoe', 2016],
    ['Toyota', 'Highlander', 2016],
  ])('have parts to choose from for a recent %s %s, front and rear', (make, model, year) => {
    const fit = demoProducts.filter(({ fitments }) =>
      fitments.some(
        (line) => line.make === make && line.model === model && line.yearFrom <= year && year <= line.yearTo,
      ),
    )
    const names = fit.map(({ category, name }) => `${category}: ${name}`)
    const count = (pattern: RegExp) => names.filter((name) => pattern.test(name)).length
    const choices = [
      /Pads, Front/,
      /Pads, Rear/,
      /Rotor/,
      /^Filters/,
      /^Ignition/,
      /^Suspension/,
      /^Electrical/,
    ]
    expect(choices.filter((pattern) => count(pattern) < 2)).toEqual([])
    expect(count(/^Drivetrain/), names.join('; ')).toBeGreaterThanOrEqual(1)
  })

  test('are lines that the form takes, each year once, with as many plugs as cylinders', () => {
    for (const { partNumber, name, fitments } of demoProducts) {
      const lines = fitments.map(toFitment)
      expect(
        lines.map((line) => FitmentSchema.parse(line)),
        partNumber,
      ).toEqual(lines)
      const years = lines.flatMap((line) =>
        yearsOf(line).map((year) => fitmentKey({ ...line, yearFrom: year, yearTo: year })),
      )
      expect(new Set(years).size, partNumber).toBe(years.length)
      if (name.includes('Spark Plug'))
        for (const { quantity, engine } of fitments) expect(quantity, partNumber).toBe(engine?.cylinders)
    }
  })
})

describe('the demo orders', () => {
  test('reference existing products and accounts, and respect the minimum order', () => {
    for (const order of demoOrders) {
      const person = personByEmail.get(order.customer)
      expect(person?.role, order.customer).toBe('customer')
      expect(person?.profile, `${order.customer} has an address and a phone`).toBeDefined()
      for (const { partNumber, quantity } of order.lines) {
        const product = productByNumber.get(partNumber)
        expect(product, partNumber).toBeDefined()
        expect(quantity, partNumber).toBeGreaterThanOrEqual(product?.minOrder ?? Infinity)
      }
    }
  })

  test('include every state, also for the demo customer alone', () => {
    const own = demoOrders.filter((order) => order.customer === demoCustomer.email)
    const everyState = new Set(['unpaid', 'paid', 'partly shipped', 'shipped', 'deleted'])
    expect(new Set(demoOrders.map(stateOf))).toEqual(everyState)
    expect(new Set(own.map(stateOf))).toEqual(everyState)
  })

  test('are paid after they are placed and shipped after they are paid', () => {
    for (const order of demoOrders) {
      const { lines, parcels = [], placedDaysAgo, paidDaysAgo, deletedDaysAgo } = order
      const shipped = parcels.map(({ shippedDaysAgo }) => shippedDaysAgo)
      const steps = [placedDaysAgo, paidDaysAgo, ...shipped].filter((age) => age !== undefined)
      expect(steps).toEqual(steps.toSorted((a, b) => b - a))
      if (parcels.length > 0) expect(paidDaysAgo).toBeDefined()
      for (const { partNumber, quantity } of lines)
        expect(shippedOf(order, partNumber), partNumber).toBeLessThanOrEqual(quantity)
      for (const [partNumber] of parcels.flatMap(({ pieces }) => pieces))
        expect(lines.map((line) => line.partNumber)).toContain(partNumber)
      if (deletedDaysAgo !== undefined) {
        expect(paidDaysAgo).toBeUndefined()
        expect(deletedDaysAgo).toBeLessThanOrEqual(placedDaysAgo)
      }
    }
  })
})

describe('the demo purchases', () => {
  const checkedOut = demoPurchases.flatMap(({ customer, lines, checkout }) =>
    checkout ? [{ customer, checkout, price: priceDemoCheckout(lines, checkout) }] : [],
  )

  test('have two to five parts each, every one once, and are unpaid, paid, shipped in part and whole', () => {
    expect(checkedOut).toHaveLength(demoPurchases.length)
    for (const { lines } of demoPurchases) {
      expect(lines.length).toBeGreaterThanOrEqual(2)
      expect(lines.length).toBeLessThanOrEqual(5)
      expect(new Set(lines.map(({ partNumber }) => partNumber)).size).toBe(lines.length)
    }
    expect(demoPurchases.map(stateOf)).toEqual(
      expect.arrayContaining(['unpaid', 'paid', 'partly shipped', 'shipped', 'deleted']),
    )
    expect(demoPurchases.some((one) => stateOf(one) === 'unpaid' && one.placedDaysAgo < 1)).toBe(true)
  })

  test('are delivered by all four methods, to addresses that the form takes', () => {
    expect(new Set(checkedOut.map(({ price }) => price.deliveryName))).toEqual(
      new Set(demoDelivery.methods.map(({ name }) => name)),
    )
    for (const { checkout, price } of checkedOut) {
      expect(price.deliveryName).toBe(checkout.method)
      expect(AddressInput.parse(checkout.address)).toEqual(checkout.address)
    }
  })

  test('are taxed in both regions, and in other states not', () => {
    const names = checkedOut.map(({ price }) => price.taxes[0]?.name)
    expect(new Set(names)).toEqual(new Set([...demoTaxRegions.map(({ name }) => name), undefined]))
    const own = checkedOut.filter(({ customer }) => customer === demoCustomer.email)
    expect(new Set(own.flatMap(({ price }) => price.taxes.map(({ name }) => name))).size).toBe(2)
  })

  test('show the tax of a delivery, of a deposit, and a deposit without tax', () => {
    const prices = checkedOut.map(({ price }) => price)
    const lines = prices.flatMap((price) => price.lines)
    expect(prices.some(({ deliveryTaxCents }) => deliveryTaxCents > 0)).toBe(true)
    expect(lines.some(({ coreTaxCents }) => coreTaxCents > 0)).toBe(true)
    expect(
      lines.some(({ coreCents, taxCents, coreTaxCents }) => coreCents && taxCents && !coreTaxCents),
    ).toBe(true)
  })
})

describe('the demo cart', () => {
  test('has several parts that fit its cars, one that lacks stock, and one with another price than seen', () => {
    const [cart] = demoCarts
    expect(cart?.customer).toBe(demoCustomer.email)
    const lines = cart?.lines ?? []
    expect(lines.length).toBeGreaterThanOrEqual(3)
    for (const { partNumber } of lines) {
      const fitments = productByNumber.get(partNumber)?.fitments ?? []
      expect(
        cart?.cars.some(({ make, model, year }) =>
          fitments.some(
            (line) =>
              line.make === make && line.model === model && line.yearFrom <= year && year <= line.yearTo,
          ),
        ),
        partNumber,
      ).toBe(true)
    }
    const short = lines.filter(
      ({ partNumber, quantity }) => quantity > (productByNumber.get(partNumber)?.available ?? 0),
    )
    expect(short).toHaveLength(1)
    const repriced = lines.filter(
      ({ partNumber, seenCents }) =>
        seenCents !== undefined && seenCents !== productByNumber.get(partNumber)?.priceCents,
    )
    expect(repriced).toHaveLength(1)
  })
})

describe('the demo people and their reviews', () => {
  test('have one account per email, all at demo.test, with https LinkedIn addresses', () => {
    expect(personByEmail.size).toBe(demoUsers.length)
    expect(demoAdmin.role).toBe('admin')
    for (const person of demoUsers) {
      expect(person.email).toMatch(/^[a-z.]+@demo\.test$/)
      if (person.profile) expect(new URL(person.profile.linkedIn).protocol).toBe('https:')
    }
  })

  test('are written by customers, some longer than the 150 characters a card shows, one without text', () => {
    const lengths = demoReviews.map((review) => review.text.length)
    expect(demoReviews.every((review) => personByEmail.get(review.customer)?.role === 'customer')).toBe(true)
    expect(lengths.filter((length) => length > 150).length).toBeGreaterThanOrEqual(4)
    expect(lengths.filter((length) => length === 0).length).toBe(1)
    expect(lengths.every((length) => length === 0 || (length >= 60 && length <= 420))).toBe(true)
  })
})

function numbersOfParts({ lines }: DemoOrder): string[] {
  return lines.map(({ partNumber }) => partNumber)
}

function yearsWithoutVehicle({ make, model, variant, yearFrom, yearTo, engine }: DemoFitment): number[] {
  const years = Array.from({ length: yearTo - yearFrom + 1 }, (_, index) => yearFrom + index)
  return years.filter(
    (year) =>
      !rowsOfVehicle
        .get(`${make}|${model}|${year}`)
        ?.some(
          (row) =>
            (!variant || row.variant === variant) &&
            (!engine ||
              (Number(row.displacement_l) === engine.displacementL &&
                Number(row.cylinders) === engine.cylinders)),
        ),
  )
}

function countProductsFor(make: string, model: string, year: number, displacementL: number): number {
  const isFor = (fitment: DemoFitment) =>
    fitment.make === make &&
    fitment.model === model &&
    !fitment.variant &&
    fitment.yearFrom <= year &&
    fitment.yearTo >= year &&
    (!fitment.engine || fitment.engine.displacementL === displacementL)
  return demoProducts.filter((product) => product.fitments.some(isFor)).length
}
