import { linkIn, mailsTo } from '../support/mails.ts'
import { expectAccessible } from './support/accessible.ts'
import { expect, test } from './support/test.ts'
import { addVerifiedUser, demoAdmin, logIn } from './support/users.ts'

test('An admin invites by email, and the person is an admin after accepting', async ({
  page,
  newVisitor,
  store,
}) => {
  const account = await addVerifiedUser(store, 'Ines Castell')
  await logIn(page, demoAdmin, '/dashboard/makeAdmin')
  const section = page.getByRole('region', { name: 'Invite by email' })
  await section.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(section.getByText('Email is required')).toBeVisible()
  await section.getByLabel('Email').fill(account.email)
  await section.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByText(`The invitation is on its way to ${account.email}`)).toBeVisible()
  const row = section.getByRole('listitem').filter({ hasText: account.email })
  await expect(row).toContainText(`Invited by ${demoAdmin.name}`)
  await expectAccessible(page, 'Make an Admin with an invitation')

  const [mail] = (await mailsTo(store, account.email)).filter(({ subject }) => /invited/.test(subject))
  const person = await newVisitor()
  await logIn(person, account)
  await person.goto(linkIn(mail?.text))
  await expect(person.getByRole('heading', { level: 1 })).toHaveText('Your invitation')
  await expectAccessible(person, 'an invitation')
  await person.getByRole('button', { name: 'Accept and become an admin' }).click()
  await expect(person).toHaveURL('/dashboard')
  await expect(
    person.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Manage All Orders' }),
  ).toBeVisible()
  await page.reload()
  await expect(section.getByRole('listitem').filter({ hasText: account.email })).toHaveCount(0)
})

test('A withdrawn invitation says that it no longer works', async ({
  page,
  newVisitor,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409.* at .*\/user\/admin\//)
  const account = await addVerifiedUser(store, 'Nora Lind')
  await logIn(page, demoAdmin, '/dashboard/makeAdmin')
  const section = page.getByRole('region', { name: 'Invite by email' })
  await section.getByLabel('Email').fill(account.email)
  await section.getByRole('button', { name: 'Invite', exact: true }).click()
  await section.getByRole('button', { name: `Withdraw the invitation of ${account.email}` }).click()
  await expect(page.getByText(`The invitation of ${account.email} is withdrawn`)).toBeVisible()

  const [mail] = (await mailsTo(store, account.email)).filter(({ subject }) => /invited/.test(subject))
  const person = await newVisitor()
  await logIn(person, account)
  await person.goto(linkIn(mail?.text))
  await person.getByRole('button', { name: 'Accept and become an admin' }).click()
  await expect(person.getByText('This invitation was used or withdrawn')).toBeVisible()
})
