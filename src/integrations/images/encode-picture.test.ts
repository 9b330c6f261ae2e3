import { expect, test } from 'vitest'
import { encodePicture } from './encode-picture.ts'
import { quartersAs } from './test-pictures.ts'

test('a picture that takes more processor time than it may is refused as unreadable', async () => {
  const large = await quartersAs('png', 1280, 2560)
  // Less than the process needs to start: no machine is fast enough.
  await expect(encodePicture(large, 'every width', { processorMs: 1, waitMs: 60_000 })).rejects.toMatchObject(
    {
      name: 'ImageRefused',
      reason: 'unreadable',
    },
  )
})

test('a picture that the machine has no time for is not called unreadable', async () => {
  const picture = await quartersAs('png')
  await expect(encodePicture(picture, 'one webp', { processorMs: 20_000, waitMs: 1 })).rejects.toMatchObject({
    name: 'ImageHostProblem',
    kind: 'timeout',
  })
})
