import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { isId } from '../shared/id.ts'
import { formatOrderNumber, parseOrderNumber } from '../shared/order-number.ts'
import { containing, searchPattern } from '../shared/text.ts'
import type { Shop } from '../shop.ts'
import { actionsOf, type AuditEntry, type AuditKind, type ListAuditQuery, type SubjectKind } from './audit.ts'

/** Accounts, and orders, that one search reads. */
const MAX_MATCHES = 1000

/**
 * The audit, newest first. Access: admins. `after`: the _id of the last entry already returned.
 * `q` may be an order number, in any spelling.
 */
export async function listAudit(
  shop: Pick<Shop, 'db' | 'rules'>,
  query: ListAuditQuery,
): Promise<AuditEntry[]> {
  let rows = selectEntries(shop.db).limit(query.limit)
  if (query.after) rows = rows.where('entry.id', '<', query.after)
  if (query.kind) rows = rows.where('entry.action', 'in', actionsOf(query.kind))
  if (query.subject) rows = rows.where(hasKind(sql.ref('entry.subject'), query.subject))
  // A search matches few rows; without one, take the newest of each action.
  if (query.kind && query.kind !== 'stock' && !query.q)
    rows = rows.where(sql<boolean>`entry.id = any (array(${newestOfEachAction(query, query.kind)}))`)
  if (!query.q) rows = rows.where('entry.import_id', 'is', null)
  if (query.q) {
    const { actors, subjects } = await matchSearch(
      shop.db,
      query.q,
      parseOrderNumber(query.q, shop.rules.orderPrefix),
    )
    rows = rows.where(
      sql<boolean>`entry.id = any (array(select id from audit_entries where actor_id = any (${actors}::text[])
                                         union select id from audit_entries where subject = any (${subjects}::text[])
                                         union select id from audit_entries where import_id = ${isId(query.q) ? query.q : null}::uuid))`,
    )
  }
  return (await rows.execute()).map((row): AuditEntry => {
    const [kind = '', ...id] = row.subject.split(':')
    return {
      _id: row.id,
      at: row.at.toISOString(),
      action: row.action,
      ...(row.actor_id !== null && {
        actor: { _id: row.actor_id, name: row.actor_name ?? '', email: row.actor_email ?? '' },
      }),
      subject: {
        kind,
        id: id.join(':'),
        name: row.subject_name ?? '',
        there: row.there,
        ...(row.order_number !== null && {
          orderNumber: formatOrderNumber(row.order_number, shop.rules.orderPrefix),
        }),
      },
      ...(row.before && { before: row.before }),
      ...(row.after && { after: row.after }),
    }
  })
}

/** Whether a subject is of this kind, as the index audit_entries_of_kind has it. */
function hasKind(subject: RawBuilder<unknown>, kind: SubjectKind) {
  return kind === 'order'
    ? sql<boolean>`starts_with(${subject}, 'order:')`
    : sql<boolean>`split_part(${subject}, ':', 1) = ${kind} and not starts_with(${subject}, 'order:')`
}

/** The newest entries of each action of this kind, by the index audit_entries_of_action. */
function newestOfEachAction({ after, subject, limit }: ListAuditQuery, kind: AuditKind) {
  return sql`
    select newest.id from unnest(${actionsOf(kind, subject)}::text[]) as action_of_kind, lateral (
      select id from audit_entries
      where action = action_of_kind and action <> 'place_order' and import_id is null and id < ${after ?? String(2n ** 63n - 1n)}::bigint
        and ${subject ? hasKind(sql.ref('subject'), subject) : sql`true`}
      order by id desc limit ${limit}) newest`
}

/** Entries with the names of their subjects. */
function selectEntries(db: Database) {
  // Subjects are text, and only some of their ids are uuids: the cast must not see the others.
  const id = (kind: string) =>
    sql<string>`case when entry.subject ~ ${`^${kind}:[0-9a-f-]{36}$`} then split_part(entry.subject, ':', 2)::uuid end`
  return db
    .selectFrom('audit_entries as entry')
    .leftJoin('accounts as actor', 'actor.id', 'entry.actor_id')
    .leftJoin('orders', (join) => join.on('orders.id', '=', id('order')))
    .leftJoin('products', (join) => join.on('products.id', '=', id('product')))
    .leftJoin('accounts as account', (join) =>
      join.on(
        'account.id',
        '=',
        sql<string>`case when starts_with(entry.subject, 'account:') then substr(entry.subject, 9) end`,
      ),
    )
    .leftJoin('staff_invitations as invitation', (join) => join.on('invitation.id', '=', id('invitation')))
    .leftJoin('imports', (join) => join.on('imports.id', '=', id('import')))
    .leftJoin('tax_regions', (join) => join.on('tax_regions.id', '=', id('tax_region')))
    .leftJoin('reviews', (join) => join.on('reviews.id', '=', id('review')))
    .leftJoin('search_synonyms', (join) =>
      join.on(
        'search_synonyms.id',
        '=',
        sql<number>`case when entry.subject ~ '^synonyms:[0-9]+$' then split_part(entry.subject, ':', 2)::integer end`,
      ),
    )
    .select([
      'entry.id',
      'entry.at',
      'entry.action',
      'entry.subject',
      'entry.before',
      'entry.after',
      'entry.actor_id',
      'actor.name as actor_name',
      'actor.email as actor_email',
      'orders.number as order_number',
      sql<
        string | null
      >`coalesce(orders.product_name, products.name, account.email, invitation.email, imports.file_name, tax_regions.name, reviews.name,
                               array_to_string(search_synonyms.phrases, ', '))`.as('subject_name'),
      sql<boolean>`coalesce(orders.deleted_at is null, true) and coalesce(products.deleted_at is null, true)
                   and coalesce(orders.id::text, products.id::text, account.id, invitation.id::text, imports.id::text, tax_regions.id::text, reviews.id::text,
                                search_synonyms.id::text) is not null`.as('there'),
    ])
    .orderBy('entry.id', 'desc')
}

/**
 * The actors and subjects that a search matches: an id, transaction or order number exactly, or part of an
 * email, with that customer's orders.
 */
async function matchSearch(db: Database, q: string, orderNumber: number | null) {
  const { rows: accounts } = await sql<{ id: string }>`
    select id from accounts where id = ${q}
    union select id from accounts where (' ' || name || ' ' || email) ilike ${searchPattern(q)} and email ilike ${containing(q)}
    limit ${MAX_MATCHES}`.execute(db)
  const actors = accounts.map(({ id }) => id)
  // Each uses its own index: the first does not contain deleted orders.
  const { rows: orders } = await sql<{ id: string }>`
    select id from (
      select id, placed_at from orders where transaction_id = ${q} and line = 1
      union select id, placed_at from orders where number = ${orderNumber}
      union select id, placed_at from orders where account_id = any (${actors}::text[]) and deleted_at is null
      union select id, placed_at from orders where account_id = any (${actors}::text[]) and deleted_at is not null) found
    order by placed_at desc limit ${MAX_MATCHES}`.execute(db)
  const id = q.toLowerCase()
  return {
    actors,
    subjects: [
      ...['order', 'product', 'review', 'message', 'import'].map((kind) => `${kind}:${id}`),
      `intent:${q}`,
      ...actors.map((account) => `account:${account}`),
      ...orders.map((order) => `order:${order.id}`),
    ],
  }
}
