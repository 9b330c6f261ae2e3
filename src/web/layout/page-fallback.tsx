import * as paths from '#paths.ts'
import { Alert } from '../ui/alert.tsx'
import { LinkButton } from '../ui/button.tsx'
import { LoadingBlock } from '../ui/spinner.tsx'
import { Page } from './page.tsx'

/**
 * Shown for a page for signed-in users until its scripts have loaded, and permanently without scripts.
 * `label` is for screen readers.
 */
export function PageFallback({ title, label }: { title: string; label: string }) {
  return (
    <Page className="min-h-dvh">
      <h1 className="sr-only">{title}</h1>
      <LoadingBlock label={label} />
      {/* By a media query: a <noscript> has no effect where scripts are disabled for one page only. */}
      <div className="hidden noscript:block">
        <Alert title="This page needs JavaScript.">
          <p>Ordering and your account need it; parts can be browsed without.</p>
          <div className="mt-3 flex flex-wrap gap-3">
            <LinkButton variant="primary" to={paths.parts}>
              Browse parts
            </LinkButton>
            <LinkButton to={paths.login}>Log in</LinkButton>
          </div>
        </Alert>
      </div>
    </Page>
  )
}
