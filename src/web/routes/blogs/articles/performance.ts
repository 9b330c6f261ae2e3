import type { Article } from '../article.ts'

/** How to make a React application faster. */
export const performance: Article = {
  slug: 'react-performance',
  title: 'Making a React app fast, in the order that matters',
  question: 'How do you improve the performance of a React application?',
  summary:
    'Measure first, on a slow phone. Then send less, send it earlier, and render less often, in that order. `useMemo` is the last tool out of the box, and since the React Compiler you may never need to pick it up.',
  published: '2026-09-14',
  minutes: 5,
  sections: [
    {
      heading: 'Measure before you touch anything',
      blocks: [
        {
          kind: 'p',
          text: '“The app is slow” is a noise under the hood. Before you replace parts, find out where it comes from. Three numbers cover most of what people feel: Largest Contentful Paint (when the main thing is visible, good under 2.5 s), Interaction to Next Paint (how long a click takes to show something, good under 200 ms) and Cumulative Layout Shift (how much the page jumps, good under 0.1).',
        },
        {
          kind: 'p',
          text: 'Measure them on the machine your customers have, not the one your employer bought. Chrome’s performance panel can slow the processor four times and the network to a bad day on 4G. Then collect the same numbers from real visitors, because a lab only knows the routes you thought of.',
        },
        {
          kind: 'code',
          language: 'ts',
          code: `import { onCLS, onINP, onLCP } from 'web-vitals'

const report = (metric: { name: string; value: number }) =>
  navigator.sendBeacon('/vitals', JSON.stringify({ name: metric.name, value: metric.value }))

onLCP(report)
onINP(report)
onCLS(report)`,
        },
      ],
    },
    {
      heading: 'Send less',
      blocks: [
        {
          kind: 'p',
          text: 'The cheapest script is the one you never ship. Every kilobyte of JavaScript is paid for three times: download, parse, run. Look at what is in the bundle before you look at how it renders; there is usually a date library in there for one date.',
        },
        {
          kind: 'list',
          items: [
            'Split by route. Nobody reading a product page needs the admin tables.',
            'Load heavy things when they are asked for: the chart when its tab opens, the payment script on the payment page.',
            'Send pictures at the size they are shown, as AVIF or WebP, with `width` and `height` so the page does not jump.',
            'Compress text with Brotli. Give hashed files a year of caching.',
          ],
        },
        {
          kind: 'code',
          language: 'ts',
          code: `import { lazy, Suspense } from 'react'

const SalesChart = lazy(() => import('./sales-chart.tsx'))

export function Report({ open }: { open: boolean }) {
  if (!open) return null
  return (
    <Suspense fallback={<ChartSkeleton />}>
      <SalesChart />
    </Suspense>
  )
}`,
        },
      ],
    },
    {
      heading: 'Send it earlier',
      blocks: [
        {
          kind: 'p',
          text: 'A classic single-page app makes its visitor wait in a queue: HTML, then script, then data, then the picture the data mentioned. Each step starts when the last one ends. Rendering on the server collapses the queue: the HTML arrives with the words in it, and the browser discovers the hero picture in the first few kilobytes.',
        },
        {
          kind: 'p',
          text: 'Fetch data in route loaders rather than in effects. An effect cannot start before the component’s code has loaded and rendered, and a child that renders only once its parent’s data is there must wait for that as well. Loaders all start at once. And mark the one picture that matters: `fetchPriority="high"` on the hero, `loading="lazy"` on everything below the fold, never both on the same one.',
        },
      ],
    },
    {
      heading: 'Render less often',
      blocks: [
        {
          kind: 'p',
          text: 'Only now open the React Profiler. Rendering is calling functions, and React is quick at it; trouble starts when one keystroke calls a thousand of them. Before you memoize, move things. State that lives as low as possible re-renders as little as possible, and a component that receives its content as `children` does not re-render that content when its own state changes.',
        },
        {
          kind: 'code',
          language: 'ts',
          code: `// Every keystroke renders the whole catalogue:
function Page() {
  const [query, setQuery] = useState('')
  return (
    <>
      <input value={query} onChange={(event) => setQuery(event.target.value)} />
      <Catalogue />
    </>
  )
}

// The state moves next to the only thing that reads it, and the problem is gone:
function Page() {
  return (
    <>
      <SearchField />
      <Catalogue />
    </>
  )
}`,
        },
        {
          kind: 'p',
          text: 'If the list really must follow the typing, let it follow at a distance. `useDeferredValue` keeps the field responsive and lets React abandon a half-finished list when the next letter arrives. If the list has thousands of rows, draw only those on screen: virtualise it, or give its sections `content-visibility: auto` and let the browser do it.',
        },
        {
          kind: 'code',
          language: 'ts',
          code: `const deferredQuery = useDeferredValue(query)
const matches = useMemo(() => search(products, deferredQuery), [products, deferredQuery])
const isStale = query !== deferredQuery`,
        },
      ],
    },
    {
      heading: 'What about useMemo, useCallback and memo?',
      blocks: [
        {
          kind: 'p',
          text: 'They trade memory and readability for skipped work, and for years we sprinkled them like salt. The React Compiler now does this at build time: it works out which values depend on what and memoizes them for you, provided your components are pure. If you use it, delete most of the manual ones. If you do not, keep them for calculations you have measured, and for values that a memoized child or an effect compares by identity.',
        },
        {
          kind: 'p',
          text: 'And when you are done, keep it done. Put a budget in the build (“the home page ships at most 120 KB of script”) and let it fail. Performance is not a project that ends. It is a tyre pressure: nobody loses it at once, and everybody loses it.',
        },
      ],
    },
  ],
}
