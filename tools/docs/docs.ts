// npm run docs: writes the pages of docs/ that are generated from the code.
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describeSettings } from './describe-settings.ts'

await writeFile(path.join(import.meta.dirname, '../../docs/configuration.md'), describeSettings())
