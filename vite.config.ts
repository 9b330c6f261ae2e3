import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** What public screens share, as files below src/: small ones apart cost a request each and compress badly. Nothing here may need zod. */
const site = [
  'domain/(?:money|vehicles/chosen-vehicle)',
  'web/(?:api-problem|early-work|later-scripts|my-vehicle|public-meta|session|session-store|use-settings)',
  'web/components/(?:account-menu|icons|logo|navbar|page|page-heading|part-search|phone-menu|picture|product-card|stock-note|theme-switch|use-remembered-vehicle|use-vehicle-choices|vehicle-finder)',
  'web/routes/not-found/not-found-page',
  'web/ui/(?:alert|button|class-names|empty-state|field|field-frame|form-error|menu|search-box|spinner|stars|status-pill|toast|toast-store|use-form-check)',
]
const inSite = new RegExp(`/src/(?:${site.join('|')})\\.tsx?$`)

const codeSplitting = {
  groups: [
    // Changes with an update of a package only, so browsers keep it from release to release.
    { name: 'react', test: /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/ },
    { name: 'site', test: (id: string) => inSite.test(id.replaceAll('\\', '/')) },
  ],
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Pictures and fonts stay files of their own: a data URL would be downloaded again with every page.
  build: { assetsInlineLimit: 0 },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
})
