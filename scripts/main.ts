import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMMANDS } from './commands.ts'

/* `node server/main.js [COMMAND] [OPTIONS]` of the packed tree: the shop, or a command of operators. */

// our own file
const { config } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as { config: { runtime: string } }
const needed = config.runtime.replace(/^>=/, '')
const [name] = process.argv.slice(2)

process.setSourceMapsEnabled(true) // stack traces name lines of the sources

function refuse(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(2)
}

if (needed.localeCompare(process.versions.node, 'en', { numeric: true }) > 0)
  refuse(`Reflute needs Node ${needed} or newer, and this is ${process.versions.node}.`)
if (name === undefined || name.startsWith('--')) {
  process.env.NODE_ENV ??= 'production'
  await import('../server/main.ts')
} else {
  const command =
    COMMANDS[name] ?? refuse(`There is no command ${name}. Without one the shop starts; there are ${Object.keys(COMMANDS).join(', ')}.`)
  process.argv.splice(2, 1) // a command finds its options where npm puts them
  await command()
}
