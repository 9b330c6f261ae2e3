import { expect, vi } from 'vitest'
import type { ImportDetails } from '#domain/imports/imported-file.ts'
import type { Fixture } from './call-samples.ts'
import type { ApiResponse } from './users.ts'

/** The fields of an upload. `pictures`: those that were uploaded with it. */
export type Files = {
  kind?: string
  file?: BlobPart
  map?: string
  skipUnknown?: string
  name?: string
  pictures?: string
}

/** Headings with their columns, as the call accepts them. */
export const chosen = (columns: Record<string, string>) =>
  Object.entries(columns).map(([heading, column]) => ({ heading, column }))

/** Uploads and changes imports as the admin of a fixture, and waits until the store has done it. */
export function importsOf(fixture: Pick<Fixture, 'store' | 'admin'>) {
  async function post(form: FormData): Promise<ApiResponse> {
    const response = await fetch(`${fixture.store.url}/imports`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${fixture.admin.token}` },
      body: form,
    })
    return { status: response.status, body: await response.json(), headers: response.headers }
  }

  /** The import once the store does not work on it. */
  const settled = async (id: string): Promise<ImportDetails> =>
    vi.waitFor(
      async () => {
        const { body } = await fixture.admin.call('GET', `/imports/${id}`)
        expect(body.status).not.toMatch(/ing$/)
        return body as ImportDetails
      },
      { timeout: 120_000, interval: 50 },
    )

  return {
    post,
    settled,
    async upload(files: Files): Promise<ImportDetails> {
      const sent = await post(formOf(files))
      expect(sent.status).toBe(201)
      return settled(sent.body.insertedId)
    },
    async change(
      id: string,
      action: 'check' | 'apply' | 'undo',
      more: { columns?: Record<string, string>; leaveOut?: boolean } = {},
    ): Promise<ImportDetails> {
      const { columns, ...rest } = more
      const body = { action, ...rest, ...(columns && { columns: chosen(columns) }) }
      const response = await fixture.admin.call('PATCH', `/imports/${id}`, body)
      expect(response).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
      return settled(id)
    },
  }
}

export function formOf({
  kind = 'products',
  file,
  map,
  skipUnknown,
  name = 'parts.csv',
  ...more
}: Files): FormData {
  const form = new FormData()
  form.set('kind', kind)
  if (file !== undefined) form.set('file', new Blob([file]), name)
  if (map !== undefined) form.set('map', new Blob([map]), 'map.csv')
  if (skipUnknown !== undefined) form.set('skipUnknown', skipUnknown)
  if (more.pictures !== undefined) form.set('pictures', more.pictures)
  return form
}
