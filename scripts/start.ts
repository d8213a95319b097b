import { pathToFileURL } from 'node:url'
import { BUILT_MAIN, buildStaleParts } from './built.ts'

/* `npm start`: builds the screens and the server if they are missing or older than their sources, then starts the shop in this process. */

try {
  buildStaleParts((line) => process.stdout.write(`${line}\n`))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
if (!process.env.NODE_ENV) {
  process.env.NODE_ENV = 'production'
  process.argv.push('--local')
}
await import(pathToFileURL(BUILT_MAIN).href)
