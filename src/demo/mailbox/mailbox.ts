import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Mail, Mailer } from '#domain/mails/mail.ts'
import { isPlainAddress, requirePlainAddress } from '#domain/mails/plain-address.ts'
import type { RenderedMail } from '#domain/mails/render-mail.ts'
import { mailboxCss, mailboxScript } from './mailbox-files.ts'
import { framedMail, mailListPage, mailPage, type MailView, type StoredMail } from './mailbox-pages.ts'

/** The local mailbox of demo mode: nothing leaves the machine, everything can be read in the browser. */
export type Mailbox = Mailer & {
  /**
   * Serves /dev/mailbox, its emails, files and /dev/mailbox.json?to=; null for any other path. Demo mode
   * only.
   */
  handle(request: Request): Promise<Response | null>
}

/**
 * The maximum number of emails per recipient, so that emails to the store cannot evict a reset email; the
 * oldest are deleted.
 */
const MAX_PER_RECIPIENT = 50
/** The maximum number of emails in total. */
const MAX_STORED = 5000
/** The maximum number of emails in the list. */
const MAX_LISTED = 100
const FONTS = path.join(import.meta.dirname, '../../web/fonts')

type MailboxDependencies = {
  /** The store's database, with the table `mailbox_mails`. */
  pool: pg.Pool
  storeName: () => Promise<string>
  /** Renders an email as HTML and text. */
  render: (mail: Mail) => RenderedMail | Promise<RenderedMail>
}

/** The mailbox over a table of the store's own database. */
export function createMailbox(deps: MailboxDependencies): Mailbox {
  return {
    async send(mail, trx) {
      requirePlainAddress(mail.to)
      const { subject, text, html } = await deps.render(mail)
      const values = [mail.to, subject, text, html, MAX_STORED, MAX_PER_RECIPIENT]
      await (trx ? trx.executeQuery(CompiledQuery.raw(STORE, values)) : deps.pool.query(STORE, values))
    },
    async handle(request) {
      const url = new URL(request.url)
      if (!/^\/dev\/mailbox(?:[./]|$)/.test(url.pathname)) return null
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return new Response('Only for reading', { status: 405, headers: { allow: 'GET, HEAD' } })
      }
      return (await response(deps, url)) ?? page(404, mailPage(await deps.storeName(), null, 'html'))
    },
  }
}

const STORE = `with stored as (insert into mailbox_mails (recipient, subject, body, html) values ($1, $2, $3, $4) returning id)
  delete from mailbox_mails where id <= (select id from stored) - $5::int or id in (
    select id from mailbox_mails where recipient = $1 order by id desc offset $6::int - 1)`

async function response({ pool, storeName }: MailboxDependencies, url: URL): Promise<Response | null> {
  const { pathname, searchParams } = url
  if (pathname === '/dev/mailbox.css') return file(mailboxCss, 'text/css; charset=utf-8')
  if (pathname === '/dev/mailbox.js') return file(mailboxScript, 'text/javascript; charset=utf-8')
  const font = /^\/dev\/mailbox\/((?:archivo|barlow-condensed-600)-basic\.woff2)$/.exec(pathname)?.[1]
  if (font) return file(new Uint8Array(await readFile(path.join(FONTS, font))), 'font/woff2')
  if (pathname === '/dev/mailbox.json') {
    const mails = await listMails(pool, searchParams.get('to'))
    return Response.json(
      mails.map(({ to, subject, text, html, sentAt }) => ({ to, subject, text, html, sentAt })),
      { headers },
    )
  }
  if (pathname === '/dev/mailbox' || pathname === '/dev/mailbox/') {
    const to = searchParams.get('to')?.trim() || null
    return page(200, mailListPage(await storeName(), await listMails(pool, to), to))
  }
  const [, id, framed] = /^\/dev\/mailbox\/(\d{1,15})(\.html)?$/.exec(pathname) ?? []
  const mail = id === undefined ? undefined : (await readMails(pool, 'where id = $1', [id]))[0]
  if (!mail) return null
  if (framed) return mail.html === null ? null : frame(framedMail(mail.html))
  const view: MailView = searchParams.get('view') === 'text' ? 'text' : 'html'
  return page(200, mailPage(await storeName(), mail, view))
}

/** Stored emails, newest first. */
function listMails(pool: pg.Pool, to: string | null): Promise<StoredMail[]> {
  if (to === null) return readMails(pool, '', [])
  return isPlainAddress(to.trim())
    ? readMails(pool, 'where recipient = lower($1)', [to.trim()])
    : Promise.resolve([])
}

async function readMails(pool: pg.Pool, where: string, values: string[]): Promise<StoredMail[]> {
  const result = await pool.query<StoredMail>(
    `select id::text, recipient as "to", subject, body as text, html, sent_at as "sentAt"
     from mailbox_mails ${where} order by mailbox_mails.id desc limit ${MAX_LISTED}`,
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

function file(content: string | Uint8Array<ArrayBuffer>, type: string): Response {
  return new Response(content, { headers: { 'content-type': type, ...headers } })
}

function page(status: number, html: string): Response {
  return htmlPage(
    status,
    html,
    "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  )
}

/**
 * Headers of an email's own HTML: its inline styles apply, and it shows pictures, of the store at its public
 * address and of an image host.
 */
function frame(html: string): Response {
  return htmlPage(
    200,
    html,
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin allow-top-navigation-by-user-activation",
  )
}

function htmlPage(status: number, html: string, policy: string): Response {
  return new Response(html, {
    status,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
    },
  })
}
