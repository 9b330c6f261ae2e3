import { expectTypeOf, test } from 'vitest'
import type { calls } from '#contract/calls.ts'
import type { Viewer } from '#domain/accounts/viewer.ts'
import type { CallContext } from './serve-call.ts'

type ViewerIn<N extends keyof typeof calls> = CallContext<(typeof calls)[N]>['viewer']

// Checked by `npm run check`; the run only makes the file count as a test.
test('there is no viewer in calls that are for all, and always one in the others', () => {
  expectTypeOf<ViewerIn<'listProducts'>>().toEqualTypeOf<undefined>()
  expectTypeOf<ViewerIn<'sendMessage'>>().toEqualTypeOf<undefined>()
  expectTypeOf<ViewerIn<'issueAccessToken'>>().toEqualTypeOf<undefined>()
  expectTypeOf<ViewerIn<'placeOrder'>>().toEqualTypeOf<Viewer>()
  expectTypeOf<ViewerIn<'showAccount'>>().toEqualTypeOf<Viewer>()
  expectTypeOf<ViewerIn<'listAudit'>>().toEqualTypeOf<Viewer>()
})
