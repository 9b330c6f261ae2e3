import { inDatabase } from './support/database.ts'
import { expect, test } from './support/test.ts'
import { addUser } from './support/users.ts'

const LONG = `It fits. ${'The second sentence goes on for a while and says what a caliper sounds like. '.repeat(4)}\nAnd a second line.`

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('Every visible review is readable in full, page by page, and the stars are counted', async ({
    page,
    request,
    store,
  }) => {
    const { email } = await addUser(store, 'Noor Haddad')
    await inDatabase(
      store,
      `insert into reviews (account_id, name, text, rating, hidden)
       select id, name, case n when 45 then $2 else 'Review ' || n end, n % 5 + 1, n = 44
       from accounts, generate_series(1, 45) n where email = $1`,
      [email, LONG],
    )
    await page.goto('/')
    await page.getByRole('link', { name: 'Read all reviews' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customer Reviews')
    await expect(page.getByRole('blockquote').first()).toHaveText(LONG)
    await expect(
      page.getByRole('figure').first().getByRole('img', { name: 'Rated 1 out of 5' }),
    ).toBeVisible()
    await expect(page.getByRole('figure').first().getByRole('time')).toHaveText(/^\w+ \d{1,2}, \d{4}$/)

    const all: { rating: number; name: string; text: string }[] = await (
      await request.get('/reviews?limit=500')
    ).json()
    const summary = page.getByRole('region', { name: /of 5 stars/ })
    await expect(summary).toContainText(`${all.length} reviews`)
    for (const stars of [1, 2, 3, 4, 5]) {
      const counted = all.filter(({ rating }) => rating === stars).length
      await expect(summary).toContainText(new RegExp(`${stars} stars?\\s*${counted}`))
    }
    const average = all.reduce((sum, { rating }) => sum + rating, 0) / all.length
    const shown = Number.parseFloat(await summary.getByRole('heading').innerText())
    expect(shown).toBeCloseTo(average, 2)

    const read: (string | undefined)[] = []
    for (;;) {
      const captions = await page.getByRole('figure').locator('figcaption').allInnerTexts()
      read.push(...captions.map((caption) => caption.split('\n')[0]))
      const older = page.getByRole('link', { name: 'Older reviews' })
      if ((await older.count()) === 0) break
      await older.click()
    }
    expect(read).toEqual(all.map(({ name }) => name))
    await page.getByRole('link', { name: 'Newest reviews' }).click()
    await expect(page).toHaveURL('/customerReviews')
  })

  test('An invalid cursor redirects to the newest reviews', async ({ page }) => {
    for (const after of ['x', '00000000-0000-4000-8000-000000000000', '']) {
      await page.goto(`/customerReviews?after=${after}`)
      await expect(page).toHaveURL('/customerReviews')
    }
    expect((await page.goto('/customerReviews?after=%00'))?.status()).toBe(200)
  })
})
