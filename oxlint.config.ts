import { defineConfig } from 'oxlint'

/** The layers of src/ and the arrows between them: an import may only follow these (ARCHITECTURE.md). */
const layers = [
  'api',
  'config',
  'contract',
  'db',
  'demo',
  'domain',
  'integrations',
  'observe',
  'ops',
  'server',
  'web',
] as const
type Layer = (typeof layers)[number]
const arrows: Record<Layer, readonly Layer[]> = {
  server: ['api', 'config', 'contract', 'db', 'demo', 'domain', 'integrations', 'observe'],
  ops: ['config', 'db', 'domain', 'integrations', 'server'],
  demo: ['config', 'contract', 'db', 'domain', 'integrations', 'web'],
  api: ['domain', 'contract'],
  web: ['domain', 'contract'],
  integrations: ['domain', 'config', 'observe'],
  domain: ['db', 'observe'],
  contract: ['domain'],
  db: ['config', 'observe'],
  observe: [],
  config: [],
}

/** Areas of the domain, and the lower areas that each may use. */
const areas: Record<string, readonly string[]> = {
  shared: [],
  audit: ['shared'],
  accounts: ['shared', 'audit'],
  vehicles: ['shared', 'audit'],
  garage: ['shared', 'accounts', 'vehicles'],
  addresses: ['shared', 'accounts', 'audit'],
  delivery: ['shared', 'accounts', 'audit'],
  contact: ['shared', 'audit', 'accounts', 'garage', 'mails', 'orders'],
  staff: ['shared', 'accounts', 'audit', 'mails'],
  content: ['shared', 'audit', 'accounts'],
  products: ['shared', 'audit', 'accounts', 'vehicles', 'sales'],
  reviews: ['shared', 'audit', 'accounts'],
  search: ['shared', 'audit', 'accounts', 'vehicles', 'products'],
  imports: ['shared', 'audit', 'accounts', 'vehicles', 'products', 'search'],
  orders: ['shared', 'audit', 'accounts', 'vehicles', 'products', 'sales', 'tax'],
  cart: [
    'shared',
    'audit',
    'accounts',
    'addresses',
    'delivery',
    'garage',
    'orders',
    'payments',
    'products',
    'sales',
    'tax',
    'vehicles',
  ],
  documents: ['shared', 'accounts', 'content', 'products', 'orders', 'sales'],
  customers: ['shared', 'accounts', 'garage', 'orders', 'reviews'],
  payments: ['shared', 'audit', 'accounts', 'products', 'orders', 'documents'],
  refunds: ['shared', 'audit', 'accounts', 'products', 'orders', 'documents', 'payments'],
  returns: [
    'shared',
    'audit',
    'accounts',
    'content',
    'documents',
    'orders',
    'payments',
    'products',
    'refunds',
    'vehicles',
  ],
  mails: ['shared', 'audit', 'accounts', 'content', 'products', 'orders', 'returns'],
  tax: ['shared', 'accounts', 'audit'],
  sales: ['shared', 'accounts', 'audit', 'delivery', 'tax'],
}

type Pattern = { regex: string; message: string; allowTypeImports?: boolean }
const tests = ['**/*.test.ts', '**/*.test.tsx']

/**
 * An override that forbids some imports in some files. Overrides replace each other, so each lists all that
 * apply to its files.
 */
const forbid = (files: string[], patterns: Pattern[], excludeFiles: string[] = tests) => ({
  files,
  excludeFiles,
  rules: { 'no-restricted-imports': ['error', { patterns }] as ['error', { patterns: Pattern[] }] },
})

/** The layers without an arrow from this one, by alias or by a relative path. */
function foreignLayers(layer: Layer, alsoAllowed: readonly Layer[] = []): Pattern[] {
  const others = layers.filter(
    (other) => other !== layer && ![...arrows[layer], ...alsoAllowed].includes(other),
  )
  return [
    {
      regex: `^#(?:${others.join('|')})/`,
      message: `${layer} has no arrow to this layer (ARCHITECTURE.md).`,
    },
    { regex: `^(?:\\.\\./)+(?:${layers.join('|')})/`, message: 'Other layers are imported by #layer/…' },
    {
      regex: '^(?:\\.\\./)+(?:tests|tools|lab)/',
      message: 'The store uses neither its tests, its tools nor the lab.',
    },
  ]
}

const serverOnly: Pattern = {
  regex: String.raw`\.server\.ts$`,
  message: 'Pure files run in the browser too: only *.server.ts may import *.server.ts.',
}
const noDatabase: Pattern = {
  regex: '^#db/',
  allowTypeImports: true,
  message: 'Pure files may use the types of the database only.',
}

const bottom: Pattern = {
  regex: String.raw`^\.\./[^/]+\.ts$|^#domain/[^/]+\.ts$`,
  message: 'shared is the bottom of the domain: it takes what it needs, not a Shop.',
}

const areaOverrides = Object.entries(areas).flatMap(([area, lower]) => {
  const others = Object.keys(areas).filter((other) => other !== area && !lower.includes(other))
  const higher: Pattern = {
    regex: `^(?:\\.\\./|#domain/)(?:${others.join('|')})/`,
    message: `${area} may only use ${lower.join(', ') || 'no other area'} (ARCHITECTURE.md).`,
  }
  const forAll = [...foreignLayers('domain'), higher, ...(area === 'shared' ? [bottom] : [])]
  return [
    forbid([`src/domain/${area}/*.ts`], [...forAll, serverOnly, noDatabase]),
    forbid([`src/domain/${area}/*.server.ts`], forAll),
  ]
})

/**
 * The rooms of the pages, lowest first: each may use those before it. Files of src/web itself that a room uses are
 * below all of them.
 */
const floors = ['ui', 'session', 'api-client', 'layout', 'components', 'routes']
const floorOverrides = [...floors, 'hydration'].map((room, at) => {
  const above = [
    ...floors.slice(at + 1),
    ...(room === 'hydration' ? ['components', 'routes'] : ['hydration']),
  ]
  return forbid(
    [`src/web/${room}/**`],
    [
      ...foreignLayers('web'),
      {
        regex: `^(?:\\.\\./)+(?:${above.join('|')})/|^#web/(?:${above.join('|')})/`,
        message: `${room} is below this room of web (ARCHITECTURE.md).`,
      },
      {
        regex: '^(?:\\.\\./)+(?:root|entry\\.|page-routes)',
        message: 'Rooms know nothing of the whole site.',
      },
      ...(room === 'ui'
        ? [{ regex: '^#(?:domain|contract)/', message: 'ui knows nothing of the shop.' }]
        : []),
    ],
  )
})
const roomless = forbid(
  ['src/web/{api-problem,page-context,route-handle,form-action.server,limit-searches.server}.ts'],
  [
    ...foreignLayers('web'),
    { regex: `^\\./(?:${[...floors, 'hydration'].join('|')})/`, message: 'This file is below all rooms.' },
  ],
)

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'node', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  env: { builtin: true, node: true, browser: true },
  ignorePatterns: ['build', '.react-router', 'node_modules', 'test-results'],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': [
      'error',
      { checksVoidReturn: { attributes: false, arguments: false } },
    ],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/consistent-type-imports': 'error',
    // A promise returned unawaited out of a try or an `await using` runs on without its catch, or with what was closed.
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'node/no-process-env': 'error',
    'no-console': 'error',
    eqeqeq: 'error',
    // `_id` is the name in the API.
    'no-underscore-dangle': 'off',
    // Parsed JSON and library responses are narrowed by assertion at the edges.
    'typescript/no-unsafe-type-assertion': 'off',
    // status, alertdialog and group have no element with the same meaning everywhere.
    'jsx-a11y/prefer-tag-over-role': 'off',
    // Libraries' default exports also have their names as members.
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    // A helper reads best beside its only use.
    'unicorn/consistent-function-scoping': 'off',
    // Loops wait for values that callbacks change.
    'no-unmodified-loop-condition': 'off',
    // expect(value, 'message') is Vitest's own.
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    // Effects return a cleanup only where there is something to clean up.
    'typescript/consistent-return': 'off',
    // A then() at the end of a chain has nothing to return.
    'promise/always-return': 'off',
    'promise/no-promise-in-callback': 'off',
    // Style sheets are imported for their effect.
    'import/no-unassigned-import': 'off',
    // XMLHttpRequest's upload events and single-listener objects read better as properties.
    'unicorn/prefer-add-event-listener': 'off',
    // A stored response has the type that its caller stored.
    'typescript/no-unnecessary-type-parameters': 'off',
    // Shadowed names are short-lived here: `client`, `body`, `open`.
    'no-shadow': 'off',
    // Cells and rows are functions that the table calls, not components.
    'react/no-unstable-nested-components': 'off',
    // Effects that must rerun when a value changes list it without reading it.
    'react/exhaustive-effect-dependencies': 'off',
    // The 3-D Secure page is our own and needs what a sandbox would remove.
    'react/iframe-missing-sandbox': 'off',
    // Dialogs, menus and carousels listen on their container for events inside; axe checks the roles on every
    // screen.
    'jsx-a11y/no-noninteractive-element-interactions': 'off',
    'jsx-a11y/no-static-element-interactions': 'off',
    'jsx-a11y/click-events-have-key-events': 'off',
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    // Races end in one of several legal ways, each with its own expectation.
    'vitest/no-conditional-expect': 'off',
    // Functions named expect…, such as expectProblem, assert.
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*'] }],
    // Playwright's fixtures use an empty pattern when they need no other fixture.
    'no-empty-pattern': 'off',
    'vitest/require-to-throw-message': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'typescript/require-array-sort-compare': ['error', { ignoreStringArrays: true }],
    // The new JSX transform needs no React in scope.
    'react/react-in-jsx-scope': 'off',
    // Retries, rounds and ledgers run one after another on purpose.
    'no-await-in-loop': 'off',
  },
  overrides: [
    ...layers
      .filter((layer) => layer !== 'domain')
      .map((layer) => forbid([`src/${layer}/**`], foreignLayers(layer))),
    forbid(['src/integrations/identity/**'], foreignLayers('integrations', ['db'])),
    // The pages are loaded as built; the types of what their build exports are in web.
    forbid(
      ['src/server/pages.ts'],
      [
        ...foreignLayers('server', ['web']),
        { regex: '^#web/', allowTypeImports: true, message: 'The server loads the pages as they are built.' },
      ],
    ),
    forbid(['src/contract/**'], [...foreignLayers('contract'), serverOnly]),
    ...floorOverrides,
    roomless,
    // A demo's payment page loads the simulator's card form in place of Stripe's.
    forbid(['src/web/routes/payment/payment-panel.tsx'], foreignLayers('web', ['demo'])),
    forbid(['src/domain/*.ts'], [...foreignLayers('domain'), noDatabase]),
    ...areaOverrides,
    forbid(
      ['tests/**', 'src/**/*.test.ts'],
      [{ regex: '/(?:tools|lab)/', message: 'What tests, tools and the lab share is in tests/support.' }],
    ),
    // `useExisting…` is not a hook outside of the pages.
    { files: ['src/db/**', 'src/integrations/**', 'src/server/**'], rules: { 'react/hooks': 'off' } },
    {
      files: ['src/config/env.ts', 'src/ops/**', 'tools/**', 'lab/**', 'tests/**', '*.config.ts'],
      rules: { 'node/no-process-env': 'off', 'no-console': 'off' },
    },
    // Responses of the API are used untyped.
    {
      files: ['tests/**', 'lab/{cluster,hosted}/**', ...tests],
      rules: { 'typescript/no-explicit-any': 'off' },
    },
  ],
})
