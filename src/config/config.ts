import type { z } from 'zod'
import type { SettingsSchema } from './settings.ts'

/** Settings as the rest of the store sees them: the validated environment, and values derived from it. */
export type Config = ReturnType<typeof configFrom>

/** Adds the derived values to valid settings. */
export function configFrom({
  DEMO,
  LOG_LEVEL,
  DRAIN_SECONDS,
  S3_PATH_STYLE,
  IMAGE_STORE,
  UNVERIFIED_HOLD_MINUTES,
  HOLD_REMINDER_MINUTES,
  ...settings
}: z.output<typeof SettingsSchema>) {
  const production = settings.NODE_ENV === 'production'
  const demo = DEMO ?? !production
  return {
    ...settings,
    DRAIN_SECONDS: DRAIN_SECONDS ?? (demo ? 1 : 5),
    LOG_LEVEL: LOG_LEVEL ?? (production ? 'info' : 'warn'),
    S3_PATH_STYLE: S3_PATH_STYLE ?? settings.S3_ENDPOINT !== undefined,
    IMAGE_STORE: IMAGE_STORE ?? (settings.S3_BUCKET ? 's3' : settings.IMAGE_HOST_URL ? 'host' : 'disk'),
    UNVERIFIED_HOLD_MINUTES: UNVERIFIED_HOLD_MINUTES ?? Math.min(60, settings.ORDER_HOLD_MINUTES),
    HOLD_REMINDER_MINUTES: HOLD_REMINDER_MINUTES ?? (settings.ORDER_HOLD_MINUTES < 480 ? 0 : 240),
    /** Demo data, demo accounts, pre-filled login, simulators and the banner "Demo". */
    demo,
    production,
    /** The parts of MAIL_FROM; the name is '' if there is none. */
    sender: senderOf(settings.MAIL_FROM),
  }
}

/** `"Bolt & Nut" <store@example.com>`, or the address alone. */
function senderOf(from: string): { name: string; address: string } {
  const [name = '', address] = from.split(/[<>]/)
  return address === undefined
    ? { name: '', address: from }
    : { name: name.replaceAll('"', '').trim(), address }
}
