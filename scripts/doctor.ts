import { parseArgs } from 'node:util'
import type { Finding } from '../server/doctor/finding.ts'
import { runChecks } from '../server/doctor/run-checks.ts'

/*
 * `npm run doctor [-- --json] [--send ADDRESS]`: checks the setup of the shop with its settings and says how to fix what is wrong. `--send`
 * sends a test email. Exit code 1 if a check fails, 2 for an unknown option.
 */

const WIDTH = 16

function lineOf({ level, name, what, fix }: Finding): string {
  return `${level.padEnd(4)}  ${name.padEnd(WIDTH)}  ${what}${fix ? `\n${' '.repeat(WIDTH + 8)}${fix}` : ''}\n`
}

function readOptions() {
  try {
    return parseArgs({ options: { json: { type: 'boolean' }, send: { type: 'string' } } }).values
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nUse: npm run doctor [-- --json] [--send ADDRESS]\n`)
    return process.exit(2)
  }
}

const values = readOptions()
const findings = await runChecks(process.env, { sendTo: values.send ?? null })
const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length
if (values.json) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`)
else process.stdout.write(`${findings.map(lineOf).join('')}${count('ok')} ok, ${count('warn')} warn, ${count('FAIL')} FAIL\n`)
process.exitCode = count('FAIL') > 0 ? 1 : 0
