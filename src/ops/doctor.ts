import { examine } from './doctor/examine.ts'
import { readArguments, runCommand } from './open-database.ts'

const HELP = `Use: npx driveline doctor

Checks this machine, tries every service that is configured, and prints one line each, with a fix for each
failed check.`

await runCommand(HELP, () => {
  readArguments(HELP, {})
  return examine(process.env, (line) => console.log(line))
})
// Whatever a check left open must not delay the exit.
process.exit()
