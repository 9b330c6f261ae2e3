import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Rolldown } from 'vite'
import packageJson from './package.json' with { type: 'json' }

/** Whether a module is imported, directly or not, by one that matches. */
function isImportedBy(importer: RegExp) {
  return function check(id: string, bundle: Rolldown.ChunkingContext, seen = new Set<string>()): boolean {
    if (importer.test(id)) return true
    seen.add(id)
    const importers = bundle.getModuleInfo(id)?.importers ?? []
    return importers.some((next) => !seen.has(next) && check(next, bundle, seen))
  }
}
const isOnEveryPage = isImportedBy(/[\\/]web[\\/](?:root|routes[\\/]error[\\/]error-guard)\.tsx$/)

/**
 * The files of the browser's JavaScript; what no group takes is split by the bundler. Small files cost a request each and compress badly, but
 * a module in a group comes with every page that needs another of the group: see decision 038.
 */
const codeSplitting = {
  groups: [
    // These change with a package update only, so browsers cache them across releases. Two files, because one would block a slow
    // phone twice as long.
    { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
    { name: 'router', test: /node_modules[\\/]react-router[\\/]/ },
    {
      name: (id: string, bundle: Rolldown.ChunkingContext) => (isOnEveryPage(id, bundle) ? 'site' : null),
      test: /[\\/]src[\\/]|vite[\\/]preload-helper/,
    },
    // Sixteen: most public pages use it, not only tables and dialogs of admins.
    { name: 'page', test: /[\\/]src[\\/]web[\\/](?:ui|layout|hydration)[\\/]/, minShareCount: 16 },
    {
      name: 'product-list',
      test: /[\\/]components[\\/](?:(?:product-card|vehicle-finder)[\\/]|listing[\\/]listing-tiles)/,
      minShareCount: 2,
    },
    {
      name: 'list-links',
      test: /[\\/](?:ui[\\/]page-links|components[\\/]listing[\\/](?:group|engine)-links|domain[\\/]search[\\/]product-filters)\.tsx?$/,
      minShareCount: 2,
    },
    {
      name: 'cars',
      test: /[\\/](?:routes[\\/]cars[\\/]|domain[\\/]vehicles[\\/]vehicle-path)/,
      minShareCount: 2,
    },
    // Home has both, and each file costs its headers.
    { name: 'carousel', test: /[\\/]ui[\\/](?:carousel|stars)\.tsx$/, minShareCount: 2 },
    { name: 'auth-form', test: /[\\/]components[\\/]auth-form[\\/]/, minShareCount: 2 },
  ],
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Pictures and fonts stay separate files: a data URL would be downloaded again with every page.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting } } } },
    // The inline scripts of pages are functions of the server's build (layout/head-script.tsx, hydration/load-scripts-later.ts).
    ssr: {
      // Only the pages are built. What they import of the store is the server's own modules: built into the pages, each would be there twice,
      // with caches and prepared statements of its own.
      build: { minify: true, rolldownOptions: { external: /^#(?!web\/)/ } },
      // Everything but production dependencies is in the build, so that those are all that the built store needs (decision 103). React is its
      // fast build, whatever NODE_ENV is for the store.
      resolve: { noExternal: true, external: Object.keys(packageJson.dependencies) },
      define: { 'process.env.NODE_ENV': '"production"' },
    },
  },
})
