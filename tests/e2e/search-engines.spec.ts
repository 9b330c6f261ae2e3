import sharp from 'sharp'
import { expect, test } from './support/test.ts'

/** The path of a URL, whichever name of this machine it uses. */
const pathOf = (address: string | null) => {
  const { pathname, search } = new URL(address ?? '')
  return pathname + search
}

test('Crawlers find every public page by the sitemap, and each has a canonical URL', async ({
  page,
  request,
}) => {
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain('Disallow: /dashboard')
  const sitemap = /^Sitemap: (.+)$/m.exec(robots)?.[1] ?? ''
  const locations = async (file: string) => {
    const xml = await (await request.get(pathOf(file))).text()
    return [...xml.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, address = '']) => address)
  }
  const sold = await (await request.get('/products?limit=500')).json()
  const files = await Promise.all((await locations(sitemap)).map(locations))
  const paths = files.flatMap((addresses) => addresses.slice(0, 16).map(pathOf))
  expect(files.flat().filter((address) => address.includes('/parts/'))).toHaveLength(sold.length)
  expect(paths).toEqual(
    expect.arrayContaining([
      '/',
      '/parts',
      '/categories',
      '/categories/brakes',
      '/brands',
      '/cars',
      '/customerReviews',
      '/blogs',
      '/myPortfolio',
      '/contactUs',
    ]),
  )
  expect(paths.filter((path) => path.startsWith('/blogs/'))).toHaveLength(5)

  const titles = new Set<string>()
  for (const path of paths) {
    expect((await page.goto(path))?.status(), path).toBe(200)
    titles.add(await page.title())
    const tag = (selector: string) => page.locator(`head ${selector}`)
    expect(pathOf(await tag('link[rel=canonical]').getAttribute('href'))).toBe(path)
    await expect(tag('meta[name=description]')).toHaveAttribute('content', /^.{50,320}$/)
    await expect(tag('meta[property="og:title"]')).toHaveAttribute('content', await page.title())
    await expect(tag('meta[name=robots]')).toHaveCount(0)
  }
  expect(titles.size).toBe(paths.length)
})

test('A shared link shows a picture of 1200 × 630 pixels', async ({ page, request }) => {
  await page.goto('/')
  const address = await page.locator('meta[property="og:image"]').getAttribute('content')
  const { width, height, format } = await sharp(await (await request.get(pathOf(address))).body()).metadata()
  expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'jpeg' })
})

test('The structured data of the parts lists the page of each card, in order', async ({ page }) => {
  await page.goto('/parts?sort=price')
  expect(pathOf(await page.locator('link[rel=canonical]').getAttribute('href'))).toBe('/parts')
  const jsonLd = JSON.parse(await page.locator('script[type="application/ld+json"]').innerHTML())
  const cards = page.getByRole('main').getByRole('article')
  expect(jsonLd.itemListElement).toHaveLength(await cards.count())
  for (const [at, { position, url }] of jsonLd.itemListElement.entries()) {
    expect(position).toBe(at + 1)
    await expect(cards.nth(at).getByRole('heading').getByRole('link')).toHaveAttribute('href', pathOf(url))
  }
})

test('A part states its return days, also to search engines', async ({ page }) => {
  await page.goto('/parts/ceramic-brake-pads-front-compact-dlbrk1042')
  await expect(page.getByRole('region', { name: 'The part' })).toContainText(
    '30 days to return a part that was never installed.',
  )
  await page.reload()
  const jsonLd = JSON.parse(await page.locator('script[type="application/ld+json"]').innerHTML())
  expect(jsonLd['@graph'][0].offers.hasMerchantReturnPolicy).toEqual({
    '@type': 'MerchantReturnPolicy',
    applicableCountry: 'US',
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: 30,
  })
})

test('The structured data of the home page has the number of ratings and their average', async ({
  page,
  request,
}) => {
  await page.goto('/')
  const jsonLd = JSON.parse(await page.locator('script[type="application/ld+json"]').innerHTML())
  const reviews: { rating: number }[] = await (await request.get('/reviews?limit=500')).json()
  const average = reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length
  expect(jsonLd['@type']).toBe('AutoPartsStore')
  expect(jsonLd.aggregateRating.reviewCount).toBe(reviews.length)
  expect(jsonLd.aggregateRating.ratingValue).toBeCloseTo(average, 2)
})

test('Crawlers get a 404 for unknown pages', async ({ request }) => {
  for (const path of ['/no-such-page', '/blogs/no-such-article', '/sitemap2.xml'])
    expect((await request.get(path)).status(), path).toBe(404)
})

test('The store can be installed on a phone, with its name and its icons', async ({ page, request }) => {
  await page.goto('/')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const response = await request.get(href ?? '')
  expect(response.headers()['content-type']).toMatch(/^application\/manifest\+json/)
  const manifest = await response.json()
  expect(manifest).toMatchObject({ short_name: 'Driveline', start_url: '/' })
  const drawn = [
    ...manifest.icons.map((icon: { src: string; sizes: string }) => [icon.src, icon.sizes]),
    ...(await page
      .locator('link[rel=icon], link[rel=apple-touch-icon]')
      .evaluateAll((links) =>
        links.map((link) => [link.getAttribute('href'), link.getAttribute('sizes') ?? 'any']),
      )),
  ]
  expect(drawn.length).toBeGreaterThan(manifest.icons.length)
  for (const [src, sizes] of drawn) {
    const icon = await sharp(await (await request.get(src)).body()).metadata()
    if (sizes === 'any') expect(icon.width, src).toBe(icon.height)
    else expect(`${icon.width}x${icon.height}`, src).toBe(sizes)
  }
})
