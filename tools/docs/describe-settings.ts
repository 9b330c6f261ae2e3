import type { z } from 'zod'
import { isSecret } from '#config/secret-files.ts'
import { type Help, SETTING_GROUPS } from '#config/settings.ts'

/** docs/configuration.md as Markdown. */
export function describeSettings(): string {
  const groups = Object.entries<Record<string, z.ZodType>>(SETTING_GROUPS).map(([group, settings]) => {
    const rows = Object.entries(settings).map(([name, schema]) => {
      const help = schema.meta() as Help | undefined
      return `| \`${name}\`${isSecret(name) ? ' ◆' : ''} | ${help?.unset ?? shownDefault(schema)} | ${help?.meaning} |`
    })
    return [`## ${group}`, '', '| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
  })
  return `${[INTRODUCTION, ...groups].join('\n\n')}\n`
}

const INTRODUCTION = `# Configuration

<!-- Written by "npm run docs" from src/config. -->

Settings are environment variables, read once at start. An empty or blank one counts as not set. When values are
wrong or missing, the store does not start and lists all of them, each with its fix. One that looks like a
misspelled setting is named in a warning.

◆ A secret: \`<NAME>_FILE\` may name a file that holds it, without the line break at its end.`

function shownDefault(schema: z.ZodType): string {
  const value = schema.parse(undefined)
  return typeof value === 'boolean' ? `${Number(value)}` : `\`${String(value)}\``
}
