import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { newestFirst } from '../shared/newest-first.server.ts'
import { searchPattern } from '../shared/text.ts'
import type { Shop } from '../shop.ts'
import type { ListMessagesQuery, Message } from './contact-message.ts'
import { SEARCHED_MESSAGE, toMessage } from './inbox-queries.server.ts'

/**
 * The open or the done messages of the contact form, newest first. Access: admins.
 * @throws OverloadedError when too many searches run, or this one takes too long.
 */
export async function listMessages(
  shop: Pick<Shop, 'db' | 'searchBulkhead'>,
  query: ListMessagesQuery,
): Promise<Message[]> {
  const { q } = query
  const rows = selectMessages(shop.db, query)
  const found = q
    ? await shop.searchBulkhead('admins', () =>
        rows.where(sql<boolean>`${SEARCHED_MESSAGE} ilike ${searchPattern(q)}`).execute(),
      )
    : await rows.execute()
  return found.map(toMessage)
}

/** How many messages are open and done. Access: admins. */
export async function countMessages({ db }: Pick<Shop, 'db'>): Promise<{ open: number; done: number }> {
  const { rows } = await sql<{ open: number; done: number }>`
    select (select count(*)::int from contact_messages where done_at is null) as open,
           (select count(*)::int from contact_messages where done_at is not null) as done`.execute(db)
  return rows[0] ?? { open: 0, done: 0 }
}

function selectMessages(db: Database, query: ListMessagesQuery) {
  const page = newestFirst(
    db.selectFrom('contact_messages').selectAll(),
    'contact_messages',
    'created_at',
    query,
  )
  return query.status === 'open' ? page.where('done_at', 'is', null) : page.where('done_at', 'is not', null)
}
