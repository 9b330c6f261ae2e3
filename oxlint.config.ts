import { defineConfig } from 'oxlint'

/** The rooms of src/ and the arrows between them: an import may only follow these (ARCHITECTURE.md). */
const rooms = [
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
type Room = (typeof rooms)[number]
const arrows: Record<Room, readonly Room[]> = {
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

/** Nouns of the domain, and the lower nouns that each may use. */
const nouns: Record<string, readonly string[]> = {
  shared: [],
  audit: ['shared'],
  accounts: ['shared', 'audit'],
  vehicles: ['shared', 'audit'],
  garage: ['shared', 'accounts', 'vehicles'],
  contact: ['shared', 'accounts', 'mails'],
  content: ['shared'],
  products: ['shared', 'audit', 'accounts', 'vehicles'],
  reviews: ['shared', 'audit', 'accounts'],
  search: ['shared', 'audit', 'accounts', 'vehicles', 'products'],
  imports: ['shared', 'audit', 'accounts', 'vehicles', 'products', 'search'],
  orders: ['shared', 'audit', 'accounts', 'vehicles', 'products'],
  payments: ['shared', 'audit', 'accounts', 'products', 'orders'],
  mails: ['shared', 'audit', 'accounts', 'content', 'products', 'orders'],
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

/** The rooms without an arrow from this one, by alias or by a relative path. */
function foreignRooms(room: Room, alsoAllowed: readonly Room[] = []): Pattern[] {
  const others = rooms.filter((other) => other !== room && ![...arrows[room], ...alsoAllowed].includes(other))
  return [
    { regex: `^#(?:${others.join('|')})/`, message: `${room} has no arrow to this room (ARCHITECTURE.md).` },
    { regex: `^(?:\\.\\./)+(?:${rooms.join('|')})/`, message: 'Other rooms are imported by #room/…' },
    { regex: '^(?:\\.\\./)+(?:tests|tools)/', message: 'The store uses neither its tests nor its tools.' },
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

const nounOverrides = Object.entries(nouns).flatMap(([noun, lower]) => {
  const others = Object.keys(nouns).filter((other) => other !== noun && !lower.includes(other))
  const higher: Pattern = {
    regex: `^(?:\\.\\./|#domain/)(?:${others.join('|')})/`,
    message: `${noun} may only use ${lower.join(', ') || 'no other noun'} (ARCHITECTURE.md).`,
  }
  return [
    forbid([`src/domain/${noun}/*.ts`], [...foreignRooms('domain'), higher, serverOnly, noDatabase]),
    forbid([`src/domain/${noun}/*.server.ts`], [...foreignRooms('domain'), higher]),
  ]
})

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'node', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  env: { builtin: true, node: true, browser: true },
  ignorePatterns: ['build', '.react-router', 'node_modules', 'test-results'],
  rules: {
    'import/no-cycle': 'error',
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
    ...rooms
      .filter((room) => room !== 'domain')
      .map((room) => forbid([`src/${room}/**`], foreignRooms(room))),
    forbid(['src/integrations/identity/**'], foreignRooms('integrations', ['db'])),
    // The pages are loaded as built; the types of what their build exports are in web.
    forbid(
      ['src/server/pages.ts'],
      [
        ...foreignRooms('server', ['web']),
        { regex: '^#web/', allowTypeImports: true, message: 'The server loads the pages as they are built.' },
      ],
    ),
    // A demo's payment page loads the simulator's card form in place of Stripe's.
    forbid(['src/web/routes/payment/payment-panel.tsx'], foreignRooms('web', ['demo'])),
    forbid(['src/contract/**'], [...foreignRooms('contract'), serverOnly]),
    forbid(
      ['src/web/components/**'],
      [
        ...foreignRooms('web'),
        { regex: '^(?:\\.\\./)+routes/|^#web/routes/', message: 'Components know no screens.' },
      ],
    ),
    forbid(
      ['src/web/ui/**'],
      [
        ...foreignRooms('web'),
        {
          regex: '^(?:\\.\\./)+(?:components|routes)/|^#(?:web/(?:components|routes)|domain|contract)/',
          message: 'ui knows nothing of the shop.',
        },
      ],
    ),
    forbid(['src/domain/*.ts'], [...foreignRooms('domain'), noDatabase]),
    ...nounOverrides,
    forbid(
      ['tests/**', 'src/**/*.test.ts'],
      [{ regex: '/tools/', message: 'What tests and tools share is in tests/support.' }],
      // Its clients and rules are those of `npm run chaos`; only the faults differ.
      ['tests/cluster/**'],
    ),
    // `useExisting…` is not a hook outside of the pages.
    { files: ['src/db/**', 'src/integrations/**', 'src/server/**'], rules: { 'react/hooks': 'off' } },
    {
      files: ['src/config/env.ts', 'src/ops/**', 'tools/**', 'tests/**', '*.config.ts'],
      rules: { 'node/no-process-env': 'off', 'no-console': 'off' },
    },
    // Responses of the API are used untyped.
    { files: ['tests/**', ...tests], rules: { 'typescript/no-explicit-any': 'off' } },
  ],
})
