// Takes the README's pictures from a running demo store, into docs/screenshots, and the Open Graph picture,
// into the demo's content.
// It needs fresh demo data ("npm run reset"), and leaves a smaller cart behind.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { demoAdmin, demoCustomer, demoPassword } from '#demo/data/demo-users.ts'
import * as paths from '#paths.ts'
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
/** A cart down to its total. */
const CART = { width: 1280, height: 1060 }
/** The size of Open Graph pictures. */
const SHARE = { width: 1200, height: 630 }
/** A part of which the demo has more pictures, and what it fits. */
const PART = 'Ceramic Brake Pads, Front, Compact'
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
    // One that is hidden may never load.
    const inView = [...document.images].filter(
      (image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight,
    )
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
  await look(browser, base, { size: HOME }, async (page) => {
    await page.goto('/')
    await saveView(page, 'home-light')
  })
  await look(browser, base, { size: { width: SHARE.width, height: 800 } }, async (page) => {
    await page.goto('/')
    await saveShareImage(page)
  })
  await look(browser, base, { size: PHONE }, async (page) => {
    await page.goto('/')
    await saveView(page, 'home-phone')
  })
  await look(browser, base, { size: DESKTOP }, async (page) => {
    await page.goto(paths.search({ q: PART }))
    await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
    await page.getByRole('heading', { level: 1 }).filter({ hasText: PART }).waitFor()
    await saveView(page, 'part')
  })
  await look(browser, base, { size: CART }, async (page) => {
    await logIn(page, demoCustomer.email, paths.cart())
    // As the cart asks, so that it can be ordered.
    await page.getByRole('button', { name: 'Change to 2' }).click()
    await page.getByRole('button', { name: 'Change to 2' }).waitFor({ state: 'detached' })
    await page.getByRole('radio', { name: /^Expedited.*\$/ }).waitFor()
    await page.evaluate(() => scrollTo(0, 0))
    await saveView(page, 'cart')
    await page.goto(paths.checkout())
    await page.getByRole('radio', { name: /^Expedited/ }).waitFor()
    await saveView(page, 'checkout')
  })
  await look(browser, base, { size: DESKTOP, theme: 'dark' }, async (page) => {
    await logIn(page, demoCustomer.email, paths.myOrders)
    const partly = page.getByRole('article').filter({ hasText: 'Partly shipped' })
    await partly.getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: /^Order / }).waitFor()
    await saveView(page, 'order-dark')
  })
  await look(browser, base, { size: DESKTOP }, async (page) => {
    await logIn(page, demoAdmin.email, paths.manageOrders)
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
