import { randomUUID } from 'node:crypto'
import { expectAccessible } from './support/accessible.ts'
import { press, typeInto } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { undoButton } from './support/undo.ts'
import { demoAdmin, logIn } from './support/users.ts'

/** A word that no part has, and that resembles no other. */
const uniqueWord = () =>
  `zz${randomUUID()
    .slice(0, 8)
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`

test('A visitor’s search without results is listed, becomes a synonym, and finds parts the next time', async ({
  page,
  newVisitor,
}) => {
  const word = uniqueWord()
  const visitor = await newVisitor()
  const address = `/parts?q=${word}`
  await visitor.goto(address)
  await expect(visitor.getByText('No parts', { exact: true })).toBeVisible()

  await logIn(page, demoAdmin, '/dashboard/searchWords')
  await page.getByRole('link', { name: 'Not found' }).click()
  await expect(page).toHaveURL('/dashboard/searchWords/missed')
  await expect(page).toHaveTitle(/^Searches Not Found/)
  const row = page.getByRole('row').filter({ hasText: word })
  // A job stores it.
  await expect(async () => {
    await page.reload()
    await expect(row).toContainText('1', { timeout: 1000 })
  }).toPass()
  await row.getByRole('button', { name: `Add synonym for ${word}` }).click()
  const words = page.getByLabel('Words that mean the same')
  await expect(words).toHaveValue(`${word}, `)
  await expectAccessible(page, 'the form of synonyms')
  await words.press('End')
  await words.pressSequentially('Brake-Pads')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Synonyms saved')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 2, name: /brake pads/i }).first()).toBeVisible()

  await row.getByRole('button', { name: `Ignore ${word}` }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Ignored', exact: true }).click()
  await expect(row).toBeVisible()
  await expectAccessible(page, 'the ignored searches')
  await row.getByRole('button', { name: `Put back ${word}` }).click()
  await expect(row).toHaveCount(0)

  await page.getByRole('link', { name: 'Synonyms', exact: true }).click()
  await page.getByLabel('Search groups').fill(word)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row).toContainText(`${word}, brake pads`)
  await expectAccessible(page, 'the synonyms')
  await row.getByRole('button', { name: /^Delete/ }).click()
  // The row disappears immediately, and its toast appears once it is deleted.
  await expect(page.getByText('Synonyms deleted')).toBeVisible()
  await expect(row).toHaveCount(0)
  await visitor.reload()
  await expect(visitor.getByText('No parts', { exact: true })).toBeVisible()
  await undoButton(page).last().click()
  await expect(row).toContainText(`${word}, brake pads`)
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 2, name: /brake pads/i }).first()).toBeVisible()

  await page.goto('/dashboard/audit?kind=search')
  await expect(page.getByRole('row').filter({ hasText: word }).first()).toContainText('Synonyms added')
})

test('Refused synonyms keep their input; a concurrent change is not overwritten', async ({
  page,
  newVisitor,
  expectConsoleError,
}) => {
  expectConsoleError(/409/)
  const word = uniqueWord()
  await logIn(page, demoAdmin, '/dashboard/searchWords')
  await page.getByRole('button', { name: 'Add synonyms' }).click()
  const words = page.getByLabel('Words that mean the same')
  await words.fill(`${word}, ${word}s`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('mean the same in a search')).toBeVisible()
  await words.fill(`${word}, gizmo`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Synonyms saved')).toBeVisible()

  const other = await newVisitor()
  await logIn(other, demoAdmin, `/dashboard/searchWords?q=${word}`)
  await other.getByRole('button', { name: `Edit ${word}, gizmo` }).click()
  await page.getByRole('button', { name: `Edit ${word}, gizmo` }).click()
  await words.fill(`${word}, widget`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row').filter({ hasText: `${word}, widget` })).toBeVisible()
  const typed = other.getByLabel('Words that mean the same')
  await typed.fill(`${word}, gadget`)
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText(`Another admin has changed these synonyms to: ${word}, widget.`)).toBeVisible()
  await expect(typed).toHaveValue(`${word}, gadget`)
})

test('An admin adds synonyms by keyboard alone', async ({ page }) => {
  const word = uniqueWord()
  await logIn(page, demoAdmin, '/dashboard/searchWords')
  await press(page, page.getByRole('button', { name: 'Add synonyms' }))
  await expect(page.getByLabel('Words that mean the same')).toBeFocused()
  await page.keyboard.type(`${word}, gizmo`)
  await press(page, page.getByRole('button', { name: 'Save' }))
  await expect(page.getByText('Synonyms saved')).toBeVisible()
  await typeInto(page, page.getByLabel('Search groups'), word)
  await expect(page.getByRole('row')).toHaveCount(2)
})
