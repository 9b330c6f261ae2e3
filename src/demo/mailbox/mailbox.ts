import type pg from 'pg'
import type { Mailer } from '#domain/mailer.ts'
import { type StoredMail, mailboxCss, mailPage, mailListPage } from './mailbox-pages.ts'
import { isPlainAddress, requirePlainAddress } from '#integrations/mail/recipient.ts'

/** The local mailbox of demo mode: nothing leaves the machine, everything can be read in the browser. */
export type Mailbox = Mailer & {
  /** Serves /dev/mailbox, /dev/mailbox/{id}, /dev/mailbox.json?to= and /dev/mailbox.css; null for any other path. Demo mode only. */
  handle(request: Request): Promise<Response | null>
}

/** Most mails per recipient, so that mails to the store cannot evict a reset mail; the oldest are deleted. */
const MAX_PER_RECIPIENT = 50
/** Most mails in total. */
const MAX_STORED = 5000
/** Most mails shown. */
const SHOWN = 100

/** @param pool the store's database: the table `mailbox_mails`. */
export function createMailbox(pool: pg.Pool): Mailbox {
  return {
    async send(mail) {
      requirePlainAddress(mail.to)
      await pool.query(
        `with stored as (insert into mailbox_mails (recipient, subject, body) values ($1, $2, $3) returning id)
         delete from mailbox_mails where id <= (select id from stored) - $4::int or id in (
           select id from mailbox_mails where recipient = $1 order by id desc offset $5::int - 1)`,
        [mail.to, mail.subject, mail.text, MAX_STORED, MAX_PER_RECIPIENT],
      )
    },
    async handle(request) {
      const url = new URL(request.url)
      if (!/^\/dev\/mailbox(?:[./]|$)/.test(url.pathname)) return null
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return new Response('Only for reading', { status: 405, headers: { allow: 'GET, HEAD' } })
      }
      return (await answer(pool, url)) ?? page(404, mailPage(null))
    },
  }
}

async function answer(pool: pg.Pool, url: URL): Promise<Response | null> {
  if (url.pathname === '/dev/mailbox.css') {
    return new Response(mailboxCss, { headers: { 'content-type': 'text/css; charset=utf-8', ...headers } })
  }
  if (url.pathname === '/dev/mailbox.json') {
    const mails = await listMails(pool, url.searchParams.get('to'))
    return Response.json(
      mails.map(({ to, subject, text, sentAt }) => ({ to, subject, text, sentAt })),
      { headers },
    )
  }
  if (url.pathname === '/dev/mailbox' || url.pathname === '/dev/mailbox/') {
    const to = url.searchParams.get('to')
    return page(200, mailListPage(await listMails(pool, to), to))
  }
  const id = /^\/dev\/mailbox\/(\d{1,15})$/.exec(url.pathname)?.[1]
  const mail = id === undefined ? undefined : (await readMails(pool, 'where id = $1', [id]))[0]
  return mail ? page(200, mailPage(mail)) : null
}

/** Newest first. */
function listMails(pool: pg.Pool, to: string | null): Promise<StoredMail[]> {
  if (to === null) return readMails(pool, '', [])
  return isPlainAddress(to.trim())
    ? readMails(pool, 'where recipient = lower($1)', [to.trim()])
    : Promise.resolve([])
}

async function readMails(pool: pg.Pool, where: string, values: string[]): Promise<StoredMail[]> {
  const result = await pool.query<StoredMail>(
    `select id::text, recipient as "to", subject, body as text, sent_at as "sentAt"
     from mailbox_mails ${where} order by mailbox_mails.id desc limit ${SHOWN}`,
    values,
  )
  return result.rows
}

const headers = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}

function page(status: number, html: string): Response {
  return new Response(html, {
    status,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    },
  })
}
