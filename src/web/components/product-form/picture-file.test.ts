import { expect, test } from 'vitest'
import { checkPictureFile } from './picture-file.ts'

const MIB = 1024 * 1024

test('PNG, JPEG, WebP and AVIF pictures of up to 5 MiB are accepted', () => {
  for (const type of ['image/png', 'image/jpeg', 'image/webp', 'image/avif'])
    expect(checkPictureFile({ type, size: 5 * MIB })).toBeNull()
})

test('Other files are refused before the upload with a message that lists the accepted types', () => {
  for (const type of ['image/svg+xml', 'image/gif', 'application/pdf', 'text/html', ''])
    expect(checkPictureFile({ type, size: 1 })).toBe(
      'This file is not a picture that we can use. Choose a PNG, JPEG, WebP or AVIF file.',
    )
})

test('A picture above 5 MiB is refused with its size and the limit', () => {
  expect(checkPictureFile({ type: 'image/png', size: 5 * MIB + 1 })).toBe(
    'This picture is 5.1 MB. Choose one of at most 5 MB.',
  )
})

test('An empty file is refused', () => {
  expect(checkPictureFile({ type: 'image/png', size: 0 })).toBe('This file is empty. Choose another picture.')
})
