import { spawnSync } from 'node:child_process'
import { ROOT } from './project-files.ts'

/*
 * `node scripts/run.mjs scripts/audit-deps.ts`: asks the registry for known weaknesses of the packages of production. Exit code 0 if there
 * is none of level high or critical, 1 otherwise, 2 where nothing was checked: a registry that does not answer is no good news.
 */

interface Report {
  auditReportVersion?: number
  metadata?: { vulnerabilities: Record<string, number> }
  vulnerabilities?: Record<string, { severity: string; range: string }>
}

function readReport(): Report | null {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  try {
    const report = JSON.parse(stdout) as Report // what npm prints
    return report.auditReportVersion && report.metadata ? report : null
  } catch {
    return null
  }
}

const report = readReport()
if (!report) {
  process.stdout.write('not checked: the registry does not answer\n')
  process.exit(2)
}
const grave = Object.entries(report.vulnerabilities ?? {}).filter(([, { severity }]) => severity === 'high' || severity === 'critical')
for (const [name, { severity, range }] of grave) process.stdout.write(`${name} ${range}: ${severity}\n`)
const { total = 0 } = report.metadata?.vulnerabilities ?? {}
process.stdout.write(`${total} known weaknesses, ${grave.length} of them high or critical\n`)
process.exitCode = grave.length > 0 ? 1 : 0
