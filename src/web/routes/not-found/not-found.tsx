import { data } from 'react-router'
import * as paths from '#paths.ts'
import { visitorContext } from '../../page-context.ts'
import { LinkButton } from '../../ui/button.tsx'
import type { Route } from './+types/not-found'
import { NotFoundPage } from './not-found-page.tsx'

/** The page of a request that was refused; without a refusal, there is no such page. */
export function loader({ context }: Route.LoaderArgs) {
  const { status = 404, title, detail } = context.get(visitorContext).refusal ?? {}
  // To a person, a call's URL is no page.
  const isUnknown = status === 404 || status === 405
  return data(isUnknown ? { status } : { status, title, text: detail }, { status })
}

export default function NotFound({ loaderData }: Route.ComponentProps) {
  return (
    <NotFoundPage {...loaderData}>
      {loaderData.status === 401 && <LinkButton to={paths.login}>Log in</LinkButton>}
    </NotFoundPage>
  )
}
