import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** What public screens share, as files below src/: one bundle, because small files cost a request each and compress badly. Nothing here may import zod. */
const site = [
  'domain/shared/money',
  'web/api-client/api-problem',
  'web/components/product-card/picture',
  'web/hydration/(?:early-work|deferred-hydration)',
  'web/layout/(?:account-menu|icons|logo|navbar|page|page-heading|phone-menu|product-search-form|public-meta|theme-switch|use-settings)',
  'web/routes/not-found/not-found-page',
  'web/session/(?:session|session-store)',
  'web/ui/(?:alert|button|class-names|empty-state|field|field-frame|form-error|menu|search-box|spinner|stars|status-pill|toast|toast-store|use-form-check)',
]
/** What only home and Parts share: the finder and the cards. */
const productList = [
  'domain/vehicles/chosen-vehicle',
  'web/components/product-card/(?:product-card|stock-status)',
  'web/components/vehicle-finder/(?:my-vehicle|use-saved-vehicle|use-vehicle-choices|vehicle-finder)',
]
const matching = (files: readonly string[]) => {
  const pattern = new RegExp(`/src/(?:${files.join('|')})\\.tsx?$`)
  return (id: string) => pattern.test(id.replaceAll('\\', '/'))
}
const isInSite = matching(site)

const codeSplitting = {
  groups: [
    // These change with a package update only, so browsers cache them across releases. Two files, because one would block a slow
    // phone twice as long.
    { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
    { name: 'router', test: /node_modules[\\/]react-router[\\/]/ },
    { name: 'site', test: (id: string) => isInSite(id) || id.includes('vite/preload-helper') },
    { name: 'product-list', test: matching(productList) },
  ],
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Pictures and fonts stay separate files: a data URL would be downloaded again with every page.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting } } } },
    // hydration/deferred-hydration.ts writes some of these functions into every page.
    ssr: { build: { minify: true } },
  },
})
