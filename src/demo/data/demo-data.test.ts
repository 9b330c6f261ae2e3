import { readConfig } from '#config/env.ts'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import Papa from 'papaparse'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readContent } from '#server/content/read-content.ts'
import type { DemoFitment } from './demo-fitment.ts'
import { demoOrders } from './demo-orders.ts'
import { demoAdmin, demoCustomer, demoUsers } from './demo-users.ts'
import { demoProducts } from './demo-products.ts'
import { demoReviews } from './demo-reviews.ts'

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

describe('the demo catalogue', () => {
  test('has at least 40 parts and no part number twice', () => {
    expect(demoProducts.length).toBeGreaterThanOrEqual(40)
    expect(productByNumber.size).toBe(demoProducts.length)
    expect(demoProducts.map((product) => product.partNumber)).toEqual(
      demoProducts.map(() => expect.stringMatching(/^DL-[A-Z]{3}-\d{4}$/)),
    )
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
    expect(countPartsFor('Ford', 'F-150', 2006, 5.4)).toBeGreaterThanOrEqual(5)
    expect(countPartsFor('Honda', 'Civic', 2008, 1.8)).toBeGreaterThanOrEqual(5)
    expect(countPartsFor('Toyota', 'Camry', 2008, 2.4)).toBeGreaterThanOrEqual(5)
    expect(countPartsFor('Chevrolet', 'Silverado 1500', 2003, 5.3)).toBeGreaterThanOrEqual(5)
    expect(countPartsFor('BMW', '3 Series', 2003, 2.5)).toBeGreaterThanOrEqual(5)
    expect(countPartsFor('Volkswagen', 'Jetta', 2010, 2.5)).toBeGreaterThanOrEqual(5)
  })
})

describe('the demo orders', () => {
  test('reference existing products and accounts, and respect the minimum order', () => {
    for (const order of demoOrders) {
      const product = productByNumber.get(order.partNumber)
      const person = personByEmail.get(order.customer)
      expect(product, order.partNumber).toBeDefined()
      expect(person?.role, order.customer).toBe('customer')
      expect(person?.profile, `${order.customer} has an address and a phone`).toBeDefined()
      expect(order.quantity, order.partNumber).toBeGreaterThanOrEqual(product?.minOrder ?? Infinity)
    }
  })

  test('include every state, also for the demo customer alone', () => {
    const everyState = new Set(['unpaid', 'paid', 'shipped', 'deleted'])
    const own = demoOrders.filter((order) => order.customer === demoCustomer.email)
    expect(new Set(demoOrders.map((order) => order.state))).toEqual(everyState)
    expect(new Set(own.map((order) => order.state))).toEqual(everyState)
  })

  test('are paid after they are placed and shipped after they are paid', () => {
    for (const order of demoOrders) {
      const steps = [order.placedDaysAgo, order.paidDaysAgo, order.shippedDaysAgo].filter(
        (age) => age !== undefined,
      )
      expect(steps, order.partNumber).toEqual(steps.toSorted((a, b) => b - a))
      expect(order.paidDaysAgo !== undefined).toBe(order.state === 'paid' || order.state === 'shipped')
      expect(order.shippedDaysAgo !== undefined).toBe(order.state === 'shipped')
      expect(order.deletedDaysAgo !== undefined).toBe(order.state === 'deleted')
    }
  })
})

describe('the demo people and their reviews', () => {
  test('have one account per e-mail, all at demo.test, with https LinkedIn addresses', () => {
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

function countPartsFor(make: string, model: string, year: number, displacementL: number): number {
  const isFor = (fitment: DemoFitment) =>
    fitment.make === make &&
    fitment.model === model &&
    !fitment.variant &&
    fitment.yearFrom <= year &&
    fitment.yearTo >= year &&
    (!fitment.engine || fitment.engine.displacementL === displacementL)
  return demoProducts.filter((product) => product.fitments.some(isFor)).length
}
