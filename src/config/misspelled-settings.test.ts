import { expect, test } from 'vitest'
import { settingWarnings } from './env.ts'

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['STRIPE_SECRT_KEY', 'STRIPE_SECRET_KEY'],
  ['STRIPE_SERCET_KEY', 'STRIPE_SECRET_KEY'],
  ['AUTH_SECERT_FILE', 'AUTH_SECRET_FILE'],
  ['APPURL', 'APP_URL'],
  ['app_url', 'APP_URL'],
  ['MAIL_FORM', 'MAIL_FROM'],
  ['ORDER_HOLD_MINUTE', 'ORDER_HOLD_MINUTES'],
])('%s is ignored with a warning that suggests %s', (given, meant) => {
  const warnings = settingWarnings({ [given]: 'a-private-value' })
  expect(warnings).toEqual([`${given} is not a setting of the store and is ignored: did you mean ${meant}?`])
})

test('Settings, their files, empty variables and those of other programs cause no warning', () => {
  const others = {
    PATH: '/bin',
    HOME: '/root',
    HOSTNAME: 'shop',
    LANG: 'C.UTF-8',
    LOGNAME: 'shop',
    NODE_OPTIONS: '--max-old-space-size=512',
    npm_config_cache: '/tmp',
    PGHOST: '/tmp',
    SMTP_HOST: 'mail',
    KUBERNETES_PORT: 'tcp://10.0.0.1',
    DATABSE_URL: '',
    HOSTS: 'a',
  }
  expect(settingWarnings({ ...others, DATABASE_URL: 'x', DATABASE_URL_FILE: 'y', HOST: '::' })).toEqual([])
})
