import type { Page } from '@playwright/test'

/**
 * Waits until React has hydrated the page, by React's own mark on the document: for tests of scripts, and for
 * stopped clocks.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    type Root = { stateNode: { current: { memoizedState: { isDehydrated?: boolean } } } }
    const [root] =
      Object.entries(document)
        .find(([key]) => key.startsWith('__reactContainer$'))
        ?.slice(1) ?? []
    return root !== undefined && (root as Root).stateNode.current.memoizedState.isDehydrated !== true
  })
}

/** Opens a page and waits until it is hydrated. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForHydration(page)
}

/**
 * Waits until the page has loaded, painted and become idle: all requests without user input have been made by
 * then.
 */
export async function waitForIdle(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
      ),
  )
}
