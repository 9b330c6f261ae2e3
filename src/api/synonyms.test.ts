// Long because changes of synonyms by admins, and their use in searches, are tested together on one open
// store.

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { lookUpWords } from '#domain/search/look-up-words.server.ts'
import { phraseKey } from '#domain/search/query-words.ts'
import { searchProducts } from '#domain/search/search-products.server.ts'
import { AddSynonymsInput, MAX_SYNONYM_GROUPS } from '#domain/search/synonym.ts'
import { seedIfEmpty } from '#server/seed/seed-if-empty.ts'
import { hadSynonyms, importSynonyms, readTradeSynonyms } from '#server/seed/synonyms/import-synonyms.ts'
import { MISSING } from '../../tests/support/call-samples.ts'
import { stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { queueBehindLock } from '../../tests/support/queue-behind-lock.ts'
import { openSecondStore, openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { caller, type User, signIn } from '../../tests/support/users.ts'

let store: TestStore
let customer: User
let admin: User

beforeAll(async () => {
  store = await openTestStore()
  ;[customer, admin] = await Promise.all([signIn(store), signIn(store, { admin: true })])
  await stockProduct(store, { name: 'Heater Matrix' })
})
afterAll(() => store.close())
afterEach(() => store.db.deleteFrom('search_synonyms').execute())

const add = (...phrases: string[]) => admin.call('POST', '/search/synonyms', { phrases })
const list = async (query = '') => (await admin.call('GET', `/search/synonyms${query}`)).body
const found = async (q: string, at = store) => (await searchProducts(at.shop, { q, page: 1 })).total
const auditOf = async (id: string) => (await admin.call('GET', `/audit?q=${id}&kind=search`)).body

const findSynonyms = async (words: string[]) =>
  (await lookUpWords(store.db, { words, numberWords: [] })).synonyms

describe('synonyms', () => {
  test('are used by the next search of every process once an admin adds them, and no longer once deleted', async () => {
    const other = await openSecondStore(store)
    try {
      expect([await found('zorbel'), await found('zorbel', other)]).toEqual([0, 0])
      const { body } = await add('Zorbel', 'heater matrix')
      expect([await found('zorbel'), await found('zorbel', other)]).toEqual([1, 1])
      const changed = await admin.call('PUT', `/search/synonyms/${body.insertedId}`, {
        phrases: ['frunkle', 'heater matrix'],
      })
      expect(changed.body).toEqual({ modifiedCount: 1 })
      expect([await found('zorbel', other), await found('frunkle', other)]).toEqual([0, 1])
      expect((await admin.call('DELETE', `/search/synonyms/${body.insertedId}`)).body).toEqual({
        deletedCount: 1,
      })
      expect([await found('frunkle'), await found('frunkle', other)]).toEqual([0, 0])
    } finally {
      await other.close()
    }
  })

  test('are normalized like the words of a search: lower case, without accents, marks and spaces', async () => {
    await add('  Brake—Rotor ', 'DISQUE de Fréin', '1.8 L')
    expect((await list())[0].phrases).toEqual(['brake rotor', 'disque de frein', '1.8 l'])
  })

  test('a word that only a deleted group had is corrected again', async () => {
    const { body } = await add('heatre', 'heater')
    expect(await found('heatre')).toBe(1)
    await admin.call('DELETE', `/search/synonyms/${body.insertedId}`)
    const { total, corrected } = await searchProducts(store.shop, { q: 'heatre', page: 1 })
    expect({ total, corrected }).toEqual({ total: 1, corrected: 'heater' })
  })

  test('are listed newest first, in pages, and found by part of a phrase, taken literally', async () => {
    for (const word of ['one', 'two', 'three']) await add(word, `${word} again`)
    const phrases = (groups: { phrases: string[] }[]) => groups.map(({ phrases: [first] }) => first)
    const first = await list('?limit=2')
    expect(phrases(first)).toEqual(['three', 'two'])
    expect(phrases(await list(`?limit=2&after=${first[1]._id}`))).toEqual(['one'])
    expect(phrases(await list('?q=wo%20AG'))).toEqual(['two'])
    expect(await list('?q=%25')).toEqual([])
    expectProblem(await admin.call('GET', '/search/synonyms?after=1;'), 422)
  })

  test.each([
    ['one phrase', ['rotor'], 'Enter at least two phrases'],
    ['none', [], 'Enter at least two phrases'],
    ['the same phrase twice, written differently', ['Brake-Rotor', 'brake  rotor'], 'is listed twice'],
    ['singular and plural of one', ['rotor', 'rotors'], 'mean the same in a search'],
    ['a phrase without a letter or digit', ['rotor', ' —,'], 'A phrase needs a letter or a digit'],
    ['a phrase that is too long', ['rotor', 'x'.repeat(61)], 'Keep each phrase to 60 characters'],
    ['a phrase that is too long once it is normalized', ['rotor', 'ﷺ'.repeat(10)], 'Keep each phrase'],
    ['too many phrases', Array.from({ length: 21 }, (_, at) => `word${at}`), 'Enter at most 20 phrases'],
  ])('refuse %s', async (_what, phrases, message) => {
    const refused = await add(...phrases)
    expectProblem(refused, 422, 'invalid_input')
    expect(refused.body.detail).toContain(message)
    expect(await list()).toEqual([])
  })

  test('may have twenty phrases of sixty characters; the database refuses phrases that are not normalized', async () => {
    const phrases = Array.from({ length: 20 }, (_, at) => `${'x'.repeat(58)}${at + 10}`)
    expect((await add(...phrases)).status).toBe(201)
    for (const bad of [
      ['one'],
      ['one', 'One'],
      ['one', 'one'],
      ['one', ' two'],
      ['one', 'two,three'],
      ['one', ''],
    ])
      await expect(store.db.insertInto('search_synonyms').values({ phrases: bad }).execute()).rejects.toThrow(
        'search_synonyms_are_normalized',
      )
  })

  test('a group that another admin has changed is not overwritten', async () => {
    const id = (await add('rotor', 'disc')).body.insertedId
    const edit = (phrases: string[], was: string[]) =>
      admin.call('PUT', `/search/synonyms/${id}`, { phrases, was })
    expect((await edit(['rotor', 'disc', 'disk'], ['rotor', 'disc'])).status).toBe(200)
    const refused = await edit(['rotor', 'disc', 'brake disc'], ['rotor', 'disc'])
    expectProblem(refused, 409, 'synonyms_changed')
    expect(refused.body.detail).toContain('rotor, disc, disk')
    expect((await edit(['rotor', 'disc', 'disk'], ['rotor', 'disc'])).body).toEqual({ modifiedCount: 0 })
    expect((await list())[0].phrases).toEqual(['rotor', 'disc', 'disk'])
  })

  test('are not found if they do not exist', async () => {
    for (const id of ['1', '999999999', '99999999999', MISSING, '-1', '1.5']) {
      expectProblem(await admin.call('DELETE', `/search/synonyms/${id}`), 404, 'not_found')
      expectProblem(await admin.call('PUT', `/search/synonyms/${id}`, { phrases: ['a1', 'b1'] }), 404)
    }
  })

  test('are for admins only', async () => {
    for (const user of [customer, { call: caller(store) }])
      expect([401, 403]).toContain(
        (await user.call('POST', '/search/synonyms', { phrases: ['a1', 'b1'] })).status,
      )
    expect(await list()).toEqual([])
  })

  test('each change is in the audit with the words before and after', async () => {
    const id = (await add('rotor', 'disc')).body.insertedId
    await admin.call('PUT', `/search/synonyms/${id}`, { phrases: ['rotor', 'disk'] })
    const entries = async () =>
      (await admin.call('GET', '/audit?kind=search&subject=synonyms')).body.filter(
        (entry: { subject: { id: string } }) => entry.subject.id === id,
      )
    expect(await entries()).toMatchObject([
      {
        action: 'edit_synonyms',
        subject: { kind: 'synonyms', name: 'rotor, disk', there: true },
        before: { phrases: 'rotor, disc' },
        after: { phrases: 'rotor, disk' },
      },
      { action: 'add_synonyms', after: { phrases: 'rotor, disc' } },
    ])
    await admin.call('DELETE', `/search/synonyms/${id}`)
    expect((await entries())[0]).toMatchObject({
      action: 'delete_synonyms',
      subject: { name: '', there: false },
      before: { phrases: 'rotor, disk' },
    })
    expect(await auditOf(MISSING)).toEqual([])
  })

  test('a search of a full store reads only the synonyms that it uses', async () => {
    const groups = Array.from({ length: MAX_SYNONYM_GROUPS - 2 }, (_, at) => ({
      phrases: [`a${at}`, `b${at} c`],
    }))
    const used = [{ phrases: ['brake disc', 'rotor'] }, { phrases: ['ç s', 'xß'] }]
    await store.db
      .insertInto('search_synonyms')
      .values([...groups, ...used])
      .execute()
    expect(await findSynonyms(['front', 'brakes', 'discs', 'b7'])).toEqual([[['brake', 'disc'], ['rotor']]])
    expect(await findSynonyms(['b7', 'c'])).toEqual([[['a7'], ['b7', 'c']]])
    expect(await findSynonyms([])).toEqual([])
  })

  test.each([
    [['brakes', 'pads']],
    [['glass', 's', 'ss', 'as']],
    [['sé', 'és', '1.8s']],
    [['ßs', '日s', 's日']],
  ])('are compared by the database as by the code: %j', async (words) => {
    const { rows } = await sql<{
      key: string
    }>`select (phrase_keys(array[${words.join(' ')}]))[1] as key`.execute(store.db)
    expect(rows).toEqual([{ key: phraseKey(words) }])
  })

  test('a word that is in very many groups expands to the first of them', async () => {
    const groups = Array.from({ length: 60 }, (_, at) => ({ phrases: ['thing', `b${at}`] }))
    await store.db.insertInto('search_synonyms').values(groups).execute()
    const used = await findSynonyms(['thing'])
    expect([used.length, used[0]]).toEqual([50, [['thing'], ['b0']]])
  })

  test('a store has at most a thousand groups, even when several admins add at once', async () => {
    const groups = Array.from({ length: MAX_SYNONYM_GROUPS - 1 }, (_, at) => ({
      phrases: [`a${at}`, `b${at}`],
    }))
    await store.db.insertInto('search_synonyms').values(groups).execute()
    const responses = await queueBehindLock(
      store.db,
      sql`lock table search_synonyms in exclusive mode`,
      2,
      () => Promise.all(['x', 'y', 'z'].map((word) => add(word, `${word}2`))),
    )
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    for (const response of responses.filter(({ status }) => status === 409))
      expectProblem(response, 409, 'too_many_synonyms')
  })
})

describe('the synonyms of the trade', () => {
  test('are imported once: a store whose admin deleted them all does not get them again', async () => {
    const fresh = await openTestStore()
    try {
      expect(await hadSynonyms(fresh.db)).toBe(false)
      await importSynonyms(fresh.db)
      const owner = await signIn(fresh, { admin: true })
      const groups: { _id: string }[] = (await owner.call('GET', '/search/synonyms?limit=500')).body
      expect(groups.length).toBeGreaterThan(50)
      for (const { _id } of groups) await owner.call('DELETE', `/search/synonyms/${_id}`)
      await importSynonyms(fresh.db)
      expect(await fresh.db.selectFrom('search_synonyms').selectAll().execute()).toEqual([])
    } finally {
      await fresh.close()
    }
  })

  test('are added once from a later version, except those that an admin deleted or changed', async () => {
    const fresh = await openTestStore()
    try {
      const groupsOf = async () =>
        (await fresh.db.selectFrom('search_synonyms').select('phrases').orderBy('id').execute()).map(
          ({ phrases }) => phrases.join(', '),
        )
      const split = (lines: string[]) => lines.map((line) => line.split(', '))
      await importSynonyms(fresh.db, split(['rotor, disc', 'hood, bonnet', 'trunk, boot', 'tire, tyre']))
      const owner = await signIn(fresh, { admin: true })
      const groups: { _id: string; phrases: string[] }[] = (await owner.call('GET', '/search/synonyms')).body
      const idOf = (first: string) => groups.find(({ phrases }) => phrases[0] === first)?._id
      await owner.call('DELETE', `/search/synonyms/${idOf('hood')}`)
      await owner.call('PUT', `/search/synonyms/${idOf('trunk')}`, { phrases: ['trunk', 'tailgate'] })
      await owner.call('POST', '/search/synonyms', { phrases: ['horn', 'klaxon', 'hooter'] })
      const later = split([
        'rotor, disc, disk',
        'hood, bonnet, engine lid',
        'trunk, boot',
        'tire, tyre',
        'horn, hooter',
        'fender, wing',
      ])
      await importSynonyms(fresh.db, later)
      const given = [
        'rotor, disc, disk',
        'trunk, tailgate',
        'tire, tyre',
        'horn, klaxon, hooter',
        'fender, wing',
      ]
      expect(await groupsOf()).toEqual(given)
      const { body: audit } = await owner.call('GET', '/audit?limit=2')
      expect(audit).toMatchObject([
        { action: 'add_synonyms', after: { phrases: 'fender, wing' } },
        { action: 'edit_synonyms', before: { phrases: 'rotor, disc' } },
      ])
      await owner.call('DELETE', `/search/synonyms/${idOf('rotor')}`)
      await importSynonyms(fresh.db, later)
      expect(await groupsOf()).toEqual(given.slice(1))
    } finally {
      await fresh.close()
    }
  })

  test('are added at the start of a store whose version has more of them', async () => {
    const fresh = await openTestStore()
    try {
      const trade = await readTradeSynonyms()
      await importSynonyms(fresh.db, trade.slice(1))
      // A store with its vehicles is seeded.
      const newest = { make: 'Honda', model: 'Civic', year: 2026, displacement_l: '2.0', cylinders: 4 }
      const values = (['epa', 'vpic'] as const).map((source, at) => ({
        ...newest,
        fuel: '',
        drive: '',
        source,
        cylinders: 4 + at,
      }))
      await fresh.db.insertInto('vehicles').values(values).execute()
      const { signal } = new AbortController()
      await seedIfEmpty(fresh.db, { demo: false, databaseUrl: 'postgresql://none.invalid/none', signal })
      const rows = await fresh.db.selectFrom('search_synonyms').select('phrases').orderBy('id').execute()
      expect(rows.map(({ phrases }) => phrases)).toEqual([...trade.slice(1), trade[0]])
    } finally {
      await fresh.close()
    }
  })

  test('can be edited: each group is valid as it is', async () => {
    for (const phrases of await readTradeSynonyms()) {
      expect(AddSynonymsInput.safeParse({ phrases })).toEqual({ success: true, data: { phrases } })
    }
  })
})
