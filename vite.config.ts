import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import packageJson from './package.json' with { type: 'json' }

/** The entries that import a module, directly or not. */
function entriesOf(id: string, bundle: Rolldown.ChunkingContext, seen = new Set<string>()): string[] {
  if (seen.has(id)) return []
  seen.add(id)
  const info = bundle.getModuleInfo(id)
  const further = (info?.importers ?? []).flatMap((importer) => entriesOf(importer, bundle, seen))
  return info?.isEntry ? [id, ...further] : further
}

/** The module that is a route's file, by the name that the framework gives it. */
const ROOT = /[\\/]web[\\/]root\.tsx\?/
const ERROR_GUARD = /[\\/]web[\\/]routes[\\/]error[\\/]error-guard\.tsx\?/
/** Most public pages have these, not only forms, and tables and dialogs of admins. */
const PRIMITIVES =
  /[\\/]src[\\/]web[\\/](?:ui[\\/](?!dialog|use-form|table|save-bar)|layout[\\/](?!load-problem))/
const MAX_PAGES = 16

/** Whether a module comes with the root, with the error boundary, or with most public pages. */
function isOnEveryPage(id: string, bundle: Rolldown.ChunkingContext): boolean {
  // A file can be one entry only: the root.
  if (ERROR_GUARD.test(id)) return false
  const entries = entriesOf(id, bundle)
  return (
    entries.some((entry) => ROOT.test(entry) || ERROR_GUARD.test(entry)) ||
    (PRIMITIVES.test(id) && entries.length >= MAX_PAGES)
  )
}

/**
 * The files of the browser's JavaScript; what no group takes is split by the bundler. Small files cost a request each and compress badly, but
 * a module in a group comes with every page that needs another of the group: see decision 119.
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
    // What reads and refuses a form: pages that only show parts do without.
    { name: 'form', test: /[\\/]web[\\/]ui[\\/]use-form\.ts$/, minShareCount: 2 },
    // Of public pages only a part's has them.
    {
      name: 'dialog',
      test: /[\\/]web[\\/](?:ui[\\/]dialog|layout[\\/]load-problem)\.tsx$/,
      minShareCount: 2,
    },
    // The finder, and cards of parts: home has them too.
    {
      name: 'product-list',
      test: /[\\/](?:components[\\/](?:fit[\\/]|product-card[\\/](?!product-row)|vehicle-finder[\\/](?!vehicles-problem))|domain[\\/](?:vehicles[\\/]position|products[\\/]specification-text))/,
      minShareCount: 2,
    },
    { name: 'page-links', test: /[\\/]ui[\\/]page-links\.tsx$/, minShareCount: 2 },
    // What all lists of parts have, and only they.
    {
      name: 'listing',
      test: /[\\/](?:components[\\/](?:listing[\\/](?:listing-screen|vehicle-panel)|product-card[\\/]product-row)|domain[\\/]search[\\/]facets)/,
      minShareCount: 2,
    },
    {
      name: 'cars',
      test: /[\\/](?:routes[\\/]cars[\\/]|domain[\\/]vehicles[\\/]vehicle-slugs)/,
      minShareCount: 2,
    },
    // Home has both, and each file costs its headers.
    { name: 'carousel', test: /[\\/]ui[\\/](?:carousel|stars)\.tsx$/, minShareCount: 2 },
    {
      name: 'auth-form',
      test: /[\\/](?:components[\\/]auth-form[\\/]|routes[\\/]login[\\/]login-address)/,
      minShareCount: 2,
    },
  ],
}

/**
 * Lets the file of the root's route have what other files import: the framework's setting would add a file that only passes it on, and
 * each costs a page its headers.
 */
const rootInOneFile: Plugin = {
  name: 'root-in-one-file',
  configEnvironment: (name) =>
    name === 'client'
      ? { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension' } } }
      : undefined,
}

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), rootInOneFile],
  // Pictures and fonts stay separate files: a data URL would be downloaded again with every page.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting }, optimization: { inlineConst: true } } },
    },
    // The inline scripts of pages are functions of the server's build (layout/head-script.tsx, hydration/load-scripts-later.ts).
    ssr: {
      // Only the pages are built. What they import of the store is the server's own modules: built into the pages, each would be there twice,
      // with caches and prepared statements of its own.
      build: { minify: true, rolldownOptions: { external: /^#(?!web\/)/ } },
      ...(command === 'build' && {
        // Everything but production dependencies is in the build, so that those are all that the built store needs (decision 105). React is
        // its fast build, whatever NODE_ENV is for the store.
        resolve: { noExternal: true, external: Object.keys(packageJson.dependencies) },
        define: { 'process.env.NODE_ENV': '"production"' },
      }),
    },
  },
}))
