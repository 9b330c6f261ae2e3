// Takes the README's pictures from a running demo store, into docs/screenshots, and the Open Graph picture,
// into the demo's content.
// It uses the store with the demo accounts, and leaves one paid order behind ("npm run reset" removes it).
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { demoAdmin, demoCustomer, demoPassword } from '#demo/data/demo-users.ts'
import { CommandRefusedError, runCommand } from '../../src/ops/open-database.ts'
import { chromiumFlags, findChromium } from '../../tools/setup/chromium.mjs'
import type { SCREENSHOTS } from './screenshot-names.ts'

const FOLDER = path.join(import.meta.dirname, '../../docs/screenshots')
const CONTENT = path.join(import.meta.dirname, '../../src/demo/data/content')
const DEFAULT_STORE = 'http://localhost:3000'
/** Viewports in px. */
const DESKTOP = { width: 1280, height: 860 }
/** The home page down to its products. */
const HOME = { width: 1280, height: 1480 }
/** The size of Open Graph pictures. */
const SHARE = { width: 1200, height: 630 }
const PHONE = { width: 390, height: 844 }

type Look = { size: typeof DESKTOP; theme?: 'light' | 'dark' }

/** Opens a fresh browser profile, passes its page to `work`, and closes it. Without animations. */
async function look(
  browser: Browser,
  base: string,
  { size, theme = 'light' }: Look,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: size,
    deviceScaleFactor: size === PHONE ? 2 : 1,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-US',
  })
  try {
    await work(await context.newPage())
  } finally {
    await context.close()
  }
}

/** Waits for the pictures and fonts in view, then saves the view as docs/screenshots/<name>.webp. */
async function saveView(page: Page, name: (typeof SCREENSHOTS)[number]): Promise<void> {
  await untilShown(page)
  const png = await page.screenshot()
  await writeFile(path.join(FOLDER, `${name}.webp`), await sharp(png).webp({ quality: 82 }).toBuffer())
  console.log(`docs/screenshots/${name}.webp`)
}

/** Saves the view below the demo banner as the picture of shared links. */
async function saveShareImage(page: Page): Promise<void> {
  await untilShown(page)
  const navbar = await page.getByRole('banner').boundingBox()
  const png = await page.screenshot({ clip: { x: 0, y: navbar?.y ?? 0, ...SHARE } })
  await sharp(png).jpeg({ quality: 80, mozjpeg: true }).toFile(path.join(CONTENT, 'share.jpg'))
  console.log('src/demo/data/content/share.jpg')
}

async function untilShown(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(async () => {
    await document.fonts.ready
    const inView = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
    await Promise.all(inView.map((image) => image.decode().catch(() => undefined)))
  })
}

/** Logs in on the login page and waits for the page that follows. */
async function logIn(page: Page, email: string, then: string): Promise<void> {
  await page.goto(`/login?${new URLSearchParams({ from: then })}`)
  await page.getByRole('main').getByLabel('Email').fill(email)
  await page.getByRole('main').getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(`**${then}`)
}

async function takeAll(browser: Browser, base: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await look(browser, base, { size: HOME, theme }, async (page) => {
      await page.goto('/')
      await saveView(page, `home-${theme}`)
    })
  }
  await look(browser, base, { size: { width: SHARE.width, height: 800 } }, async (page) => {
    await page.goto('/')
    await saveShareImage(page)
  })
  await look(browser, base, { size: PHONE }, async (page) => {
    await page.goto('/')
    await saveView(page, 'home-phone')
  })
  await look(browser, base, { size: DESKTOP }, async (page) => {
    await page.goto('/')
    const product = await page.getByRole('link', { name: 'Place Order' }).first().getAttribute('href')
    if (product === null)
      throw new CommandRefusedError('The home page shows no product: is this the demo store?')
    await logIn(page, demoCustomer.email, product)
    await page.getByRole('heading', { name: 'Order this part' }).waitFor()
    await saveView(page, 'purchase')
    await page.getByRole('button', { name: 'Order Now' }).click()
    await page.getByRole('link', { name: 'Pay now' }).click()
    await page.getByLabel('Card number').fill('4000 0000 0000 0002')
    await page.getByLabel('Expiry date').fill('12 / 40')
    await page.getByLabel('CVC').fill('123')
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    await page.getByText('Your card was declined.').waitFor()
    await page.evaluate(() => scrollTo(0, 0))
    await saveView(page, 'payment-declined')
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    await page.getByText('Congrats!! Your Payment Is Success').waitFor()
    await saveView(page, 'payment')
  })
  await look(browser, base, { size: DESKTOP }, async (page) => {
    await logIn(page, demoAdmin.email, '/dashboard/manageAllOrders')
    await page.getByRole('table').waitFor()
    await saveView(page, 'admin-orders')
  })
}

await runCommand('Use: npm run lab -- screenshots [http://localhost:3000]', async () => {
  const base = process.argv[2] ?? DEFAULT_STORE
  const executablePath = findChromium()
  if (executablePath === undefined)
    throw new CommandRefusedError('There is no Chromium here. "npm test" installs one; or set CHROME_PATH.')
  const ready = await fetch(`${base}/readyz`).catch(() => null)
  if (!ready?.ok)
    throw new CommandRefusedError(
      `No store responds at ${base}. Start it with "npm start", or name its address: npm run lab -- screenshots http://localhost:3001`,
    )
  await mkdir(FOLDER, { recursive: true })
  const browser = await chromium.launch({ executablePath, args: chromiumFlags })
  try {
    await takeAll(browser, base)
  } finally {
    await browser.close()
  }
  return true
})
