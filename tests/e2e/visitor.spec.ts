import { waitForHydration } from './support/hydration.ts'
import { expect, test } from './support/test.ts'

test('The home page has the banner, six products, brands, achievements, a business summary and reviews, in this order', async ({
  page,
}) => {
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Welcome To Driveline')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Select Your Vehicle',
    'Shop By Category',
    'Our Products',
    'Brands We Trust',
    'Three decades, counted',
    'A parts counter, with a longer counter',
    'What Our Customers Are Saying',
  ])
  await expect(main).toContainText('250 brands across 42 categories')

  const cards = page.getByRole('region', { name: 'Our Products' }).getByRole('article')
  await expect(cards).toHaveCount(6)
  for (const card of await cards.all()) {
    await expect(card.getByRole('heading')).not.toBeEmpty()
    // The picture repeats the adjacent name: it has no role of its own.
    await card.scrollIntoViewIfNeeded()
    const width = () => card.locator('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth)
    await expect.poll(width).toBeGreaterThan(0)
    await expect(card).toContainText(/\$\d+\.\d\d\s*per (piece|set of 4|kit)/)
    await expect(card).toContainText(/Minimum order: \d+ (piece|set|kit)s?/)
  }
  // Other tests may have sold one of them out, which then has no such link.
  const inStock = cards.filter({ hasText: 'In stock' })
  for (const card of await inStock.all())
    await expect(card.getByRole('link', { name: 'Place Order' })).toHaveAttribute(
      'href',
      /^\/purchase-product\/.+/,
    )
  expect(await inStock.count()).toBeGreaterThan(0)
})

test('The achievements count from 60 to 72+ Countries, 440 to 450+ Complete Projects and 340 to 355+ Happy Client', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/')
  const block = page.getByRole('region', { name: 'Three decades, counted' })
  const counted = () => block.getByRole('definition').allTextContents()
  await expect(block.getByRole('term')).toHaveText(['Countries', 'Complete Projects', 'Happy Client'])
  expect(await counted(), 'before anything runs').toEqual(['72+', '450+', '355+'])

  // The first user input hydrates the page; from then on the test controls its clock.
  await page.mouse.move(200, 200)
  await waitForHydration(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await block.scrollIntoViewIfNeeded()
  const afterAFrame = async () => {
    await page.clock.runFor(10)
    return counted()
  }
  await expect.poll(afterAFrame, 'once they are seen').toEqual(['60+', '440+', '340+'])
  await page.clock.runFor(800)
  expect(await counted(), 'on the way').not.toEqual(['72+', '450+', '355+'])
  await page.clock.runFor(800)
  expect(await counted(), 'at the end').toEqual(['72+', '450+', '355+'])
})

test('The vehicle finder leads from make, year, model and engine to the parts that fit', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Make').selectOption('Honda')
  await page.getByLabel('Year').selectOption('2008')
  await page.getByLabel('Model', { exact: true }).selectOption('Civic')
  const engine = page.getByLabel('Engine Model')
  await expect(engine).toBeEnabled()
  const label = await engine.getByRole('option').filter({ hasText: '1.8' }).first().innerText()
  await engine.selectOption({ label })
  await page.getByRole('button', { name: 'Find My Parts' }).click()

  await expect(page).toHaveURL(/\/parts\?make=Honda&year=2008&model=Civic&engine=/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2008 Honda Civic')
  const pads = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'Ceramic Brake Pads, Front, Compact' }) })
  await expect(pads).toContainText('Fits your Civic')
})

test('A part is found by name from any page, also on a phone', async ({ page }) => {
  await page.goto('/blogs')
  await page.getByRole('search', { name: 'All parts' }).getByLabel('Find a part').fill('oil filter')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/parts?q=oil+filter')
  await expect(page.getByRole('article').first()).toContainText('Oil Filter')

  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByLabel('Menu').first().click()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Contact Us' }).click()
  // The focus moves to the field with the page.
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeFocused()
  await page.getByLabel('Find a part').fill('strut')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/parts?q=strut')
})

test('On a laptop the first part of a search is on the first screen, and the finder is one click away', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/parts?q=brake')
  await expect(page.getByRole('article').first().getByRole('heading')).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Make')).toBeHidden()
  await page.getByRole('main').getByText('Add your vehicle').click()
  await expect(page.getByLabel('Make')).toBeVisible()
})

test('A vehicle without fitment data shows a message', async ({ page }) => {
  await page.goto('/parts?make=Ferrari')
  await page.getByLabel('Year').selectOption({ index: 1 })
  await page.getByLabel('Model', { exact: true }).selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Find My Parts' }).click()
  await expect(page.getByText(/^We have no fitment data for .*Ferrari.* yet$/)).toBeVisible()
})

test('The blogs page answers questions about web development', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blogs' }).click()
  const questions = page.getByRole('article').getByRole('link')
  await expect(questions).toHaveText([/performance/i, /state/i, /prototyp/i, /unit test/i, /search|find/i])
  const question = await questions.last().innerText()
  await questions.last().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('main')).toContainText(question)
})

test('Code in an article is highlighted, and is copied as written', async ({ page }) => {
  await page.goto('/blogs')
  const check = async () => {
    const code = page.getByRole('group', { name: 'Code' }).first()
    const colorOf = (text: string) =>
      code.getByText(text, { exact: true }).evaluate((piece) => getComputedStyle(piece).color)
    expect(new Set([await colorOf('const'), await colorOf("'/vitals'"), await colorOf('JSON')]).size).toBe(3)
    const copied = await code.evaluate((block) => {
      getSelection()?.selectAllChildren(block)
      return getSelection()?.toString()
    })
    expect(copied).toContain(`const report = (metric: { name: string; value: number }) =>
  navigator.sendBeacon('/vitals', JSON.stringify({ name: metric.name, value: metric.value }))

onLCP(report)`)
  }
  await page.getByRole('link', { name: /performance of a React/ }).click()
  await expect(page).toHaveURL('/blogs/react-performance')
  await check()
  await page.reload()
  await check()
})

test('The portfolio shows contact details, skills and project links', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Portfolio' }).click()
  await expect(page.getByRole('region', { name: 'Contact' }).getByRole('link', { name: /@/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Skills' }).getByText('TypeScript')).toBeVisible()
  const projects = page.getByRole('region', { name: 'Projects' })
  await expect(projects.getByRole('link').first()).toHaveAttribute('href', /^https:\/\//)
})

test('A message sent on Contact Us reaches the store', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact Us' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await expect(page.getByText('Message is required')).toBeVisible()

  await page.getByLabel('Name').fill('Ada Byron')
  await page.getByLabel('Email').fill('ada@people.test')
  await page.getByLabel('Message').fill('Does the caliper of 1992 fit a 1991 axle?')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Your message has arrived.')).toBeVisible()

  const mailLink = page.getByRole('link', { name: 'Message from Ada Byron' }).first()
  await expect(async () => {
    await page.goto('/dev/mailbox')
    await expect(mailLink).toBeVisible({ timeout: 500 })
  }).toPass()
  await mailLink.click()
  const mail = page.frameLocator('iframe')
  await expect(mail.getByText('Does the caliper of 1992 fit a 1991 axle?', { exact: true })).toBeVisible()
})

test('The footer names Services, Company and Legal, which are not real links', async ({ page }) => {
  await page.goto('/blogs')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('since 1992')
  await expect(footer.getByRole('heading')).toHaveText(['Services', 'Company', 'Legal'])
  await expect(footer.getByRole('listitem')).toHaveText([
    'Branding',
    'Design',
    'Marketing',
    'Advertisement',
    'About us',
    'Contact',
    'Jobs',
    'Press kit',
    'Terms of use',
    'Privacy policy',
    'Cookie policy',
  ])
  await expect(footer.getByRole('listitem').getByRole('link')).toHaveCount(0)
})

test('An unknown path shows the not-found picture', async ({ page, expectConsoleError }) => {
  expectConsoleError(/status of 404.* at .*\/no-such-part$/)
  const response = await page.goto('/no-such-part')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  const picture = page.getByRole('main').locator('img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page).toHaveURL('/')
})

test('The chosen theme is saved, until the system’s is chosen again', async ({ page }) => {
  await page.goto('/')
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await paper()
  const icon = () =>
    page
      .getByRole('button', { name: /^Theme: / })
      .evaluate((button) => getComputedStyle(button, '::before').backgroundImage)
  const ofSystem = await icon()
  await page.getByRole('button', { name: 'Theme: system' }).click()
  await expect.poll(paper).not.toBe(light)
  expect(await icon(), 'each state has its own icon').not.toBe(ofSystem)
  const dark = await paper()
  await page.reload()
  await page.getByRole('button', { name: 'Theme: dark' }).click()
  await expect.poll(paper).toBe(light)

  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  expect(await paper(), 'a chosen theme stays, whatever the system says').toBe(light)
  await page.getByRole('button', { name: 'Theme: light' }).click()
  await page.getByRole('button', { name: 'Theme: dark' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Theme: system' })).toBeVisible()
  expect(await paper()).toBe(dark)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(paper, 'and the system’s is followed again').toBe(light)
})
