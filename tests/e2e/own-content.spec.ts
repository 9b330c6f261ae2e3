import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { demoTexts, expectNoDemoText, PAGES, realStore } from './support/real-store.ts'
import { expect, test } from './support/test.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'driveline-own-'))
const docs = readFileSync('docs/content.md', 'utf8')
for (const [, file = '', text = ''] of docs.matchAll(/^## `([^`]+)`$[\s\S]*?```\w+\n([\s\S]*?)\n```/gm)) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}
mkdirSync(path.join(folder, 'brands'))
writeFileSync(
  path.join(folder, 'brands/acme.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="48" onload="parent.ran=1"><script>parent.ran=1</script><rect width="160" height="48" fill="#c00"/></svg>`,
)
test.use({ storeEnv: { ...realStore, CONTENT_DIR: folder } })

test('A real store shows its own content everywhere, and no demo text', async ({ page, request }) => {
  const texts = await demoTexts()
  for (const path of [...PAGES, '/myPortfolio', '/blogs/when-to-change-a-belt'])
    await expectNoDemoText(await (await request.get(path)).text(), path, texts)

  await page.goto('/')
  await expect(page).toHaveTitle('Bolt & Nut: auto parts since 2019')
  await expect(page.getByText('Vans back on the road.')).toBeVisible()
  const brands = page.getByRole('region', { name: 'Brands We Trust' })
  await brands.scrollIntoViewIfNeeded()
  const logo = brands.getByRole('img', { name: 'Acme Filters' }).first()
  await expect(logo).toBeVisible()
  await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(160)
  expect(await page.evaluate(() => 'ran' in window), 'a logo ran').toBe(false)
  // In its own colors, designed for white paper.
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(logo.locator('..')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(brands.getByText('Norwick').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'So far' })).toContainText('Vans repaired')
  await expect(page.getByRole('region', { name: 'Two brothers and a van' })).toContainText('14 days')
  await expect(page.getByText('to return a part that is still in its box')).toBeVisible()
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('since 2019')
  await expect(footer).toContainText('EIN 12-3456789')
  const jsonLd = JSON.parse(await page.locator('script[type="application/ld+json"]').innerHTML())
  expect(jsonLd).toMatchObject({
    name: 'Bolt & Nut Parts LLC',
    foundingDate: '2019',
    telephone: '+1 309 555 0117',
    address: '12 River Street, Peoria, IL 61602',
  })

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact Us' }).click()
  await expect(page.getByRole('link', { name: '+1 309 555 0117' })).toHaveAttribute(
    'href',
    'tel:+13095550117',
  )
  await expect(page.getByText('8 am – 5 pm')).toBeVisible()
  await expect(page.getByText('We answer within two business days.')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Portfolio' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sam Bolt')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blogs' }).click()
  await page.getByRole('link', { name: 'How long does a timing belt last?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('When to change a timing belt')
  await expect(page.getByRole('link', { name: 'read on' })).toHaveAttribute(
    'href',
    'https://example.com/belts',
  )
  await expect(page.getByRole('group', { name: 'Code' })).toContainText('Math.min(changedAt + 100_000')
  const manifest = await (await request.get('/site.webmanifest')).json()
  expect(manifest).toMatchObject({ name: 'Bolt & Nut: auto parts since 2019', short_name: 'Bolt & Nut' })
  expect(await (await request.get('/sitemaps/pages.xml')).text()).toContain('/blogs/when-to-change-a-belt')
})
