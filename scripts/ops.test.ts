import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig, SETTING_NAMES } from '../server/platform/config.ts'
import { registry } from '../server/platform/metrics/metrics.ts'
import { COMMANDS } from './commands.ts'

/* Dashboard and alerts name metrics in text: a renamed metric would leave them silent. */

const ROOT = join(import.meta.dirname, '..')
const ALERTS = join(ROOT, 'ops', 'prometheus', 'alerts.yml')
const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8')

const { scripts: SCRIPTS } = JSON.parse(read('package.json')) as { scripts: object } // our own file

/** Metrics that others serve, with who does. */
const OTHERS: Readonly<Record<string, string>> = {
  up: 'Prometheus',
  process_cpu_seconds_total: 'the process',
  process_resident_memory_bytes: 'the process',
  patroni_primary: 'Patroni',
  patroni_sync_standby: 'Patroni',
  probe_ssl_earliest_cert_expiry: 'the blackbox exporter',
}
/** Words of PromQL. */
const WORDS = new Set(
  'sum by rate histogram_quantile increase max min count topk time and on or without label_values le instance kind route status method source limit outcome pool state type version what currency driver operation'.split(
    ' ',
  ),
)

const labels = new Map<string, Set<string>>()
for (const metric of registry.getMetricsAsArray()) {
  const { name, type, labelNames } = metric as unknown as { name: string; type: string; labelNames: string[] } // what every metric has
  const suffixes = type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
  for (const suffix of suffixes)
    labels.set(`${name}${suffix}`, new Set([...labelNames, ...(suffix === '_bucket' ? ['le'] : []), 'instance']))
}

/** Names of metrics and labels in an expression that do not exist. */
function wrongIn(expression: string): string[] {
  const plain = expression.replace(/(["'])(?:(?!\1).)*\1/g, '""').replace(/\[[^\]]*\]/g, '')
  const selected = [...plain.matchAll(/([a-z_][a-z0-9_:]*)\{([^}]*)\}/g)].flatMap(([, name = '', inner = '']) =>
    [...inner.matchAll(/([a-z_]+)\s*[=!]/g)].flatMap(([, label = '']) =>
      name in OTHERS || labels.get(name)?.has(label) ? [] : [`${name}{${label}}`],
    ),
  )
  const names = [...plain.replace(/\{[^}]*\}/g, '').matchAll(/[a-zA-Z_][a-zA-Z0-9_:]*/g)].map(([name]) => name)
  return [...selected, ...names.filter((name) => !WORDS.has(name) && !(name in OTHERS) && !labels.has(name))]
}

/** The expressions of the alerts, also of those that are off. */
function alertExpressions(): string[] {
  const lines = readFileSync(ALERTS, 'utf8').split('\n')
  return lines.flatMap((line, at) => {
    const [, text] = /^[\s#]*expr: (.*)$/.exec(line) ?? []
    return text === undefined ? [] : [text === '|' ? (lines[at + 1] ?? '') : text]
  })
}

/** Every expression of the dashboard, wherever in it. */
function dashboardExpressions(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) =>
    (name === 'expr' || name === 'query') && typeof value === 'string' && value !== 'prometheus' ? [value] : dashboardExpressions(value),
  )
}

test('every metric and label that an alert names is served', () => {
  const expressions = alertExpressions()
  expect(expressions.length).toBe((read('ops', 'prometheus', 'alerts.yml').match(/alert: /g) ?? []).length)
  expect(expressions.length).toBeGreaterThanOrEqual(19)
  for (const expression of expressions) expect(wrongIn(expression), expression).toEqual([])
})

/** Chapters of every runbook, in their order. */
const CHAPTERS = ['Signs', 'First look', 'Steps', 'Proof that it is over', 'Who to tell', 'Walked']

test('every alert has a runbook that names it', () => {
  const alerts = read('ops', 'prometheus', 'alerts.yml').split('- alert: ').slice(1)
  expect(alerts.length).toBeGreaterThanOrEqual(19)
  for (const alert of alerts) {
    const name = /^\w+/.exec(alert)?.[0] ?? ''
    const path = /runbook_url: (docs\/runbooks\/[\w-]+\.md)$/m.exec(alert)?.[1]
    expect(path, name).toBeDefined()
    expect(read(path ?? ''), name).toContain(name)
  }
})

test('every runbook says signs, first look, steps, the proof that it is over, who to tell, and who walked it; its links lead somewhere', () => {
  const runbooks = readdirSync(join(ROOT, 'docs', 'runbooks'))
  expect(runbooks.length).toBeGreaterThanOrEqual(10)
  for (const runbook of runbooks) {
    const text = read('docs', 'runbooks', runbook)
    expect(text, runbook).toMatch(/^# Runbook: \w/)
    const chapters = [...text.matchAll(/^\*\*([A-Z][^*.]+)\.\*\*/gm)].map(([, title]) => title)
    expect(chapters, runbook).toEqual(CHAPTERS)
    for (const [, link = ''] of text.matchAll(/\]\(([^)#]+)(?:#[\w-]+)?\)/g))
      expect(existsSync(join(ROOT, 'docs', 'runbooks', link)), `${runbook}: ${link}`).toBe(true)
    for (const [, script = ''] of text.matchAll(/npm run (\w[\w:-]*)/g)) expect(SCRIPTS, `${runbook}: ${script}`).toHaveProperty([script])
    for (const [, file = ''] of text.matchAll(/`((?:server|scripts)\/[\w/-]+\.test\.ts)`/g))
      expect(existsSync(join(ROOT, file)), `${runbook}: ${file}`).toBe(true)
  }
})

test('every metric and label that the dashboard names is served, and every metric of ours is on it', () => {
  const dashboard: { panels: { type: string; title: string }[] } = JSON.parse(read('ops', 'grafana', 'reflute.json'))
  const expressions = dashboardExpressions(dashboard)
  expect(expressions.length).toBeGreaterThan(40)
  for (const expression of expressions) expect(wrongIn(expression), expression).toEqual([])
  expect(dashboard.panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
    'Traffic',
    'Errors',
    'Time',
    'Database',
    'Jobs and mail',
    'Money',
    'Machine',
  ])
  const shown = expressions.join('\n')
  const missing = registry.getMetricsAsArray().filter(({ name }) => name.startsWith('reflute_') && !shown.includes(name))
  expect(missing.map(({ name }) => name)).toEqual(['reflute_disk_size_bytes'])
})

test('a name that nobody serves is found', () => {
  expect(wrongIn('sum(rate(reflute_orders[5m])) > 0')).toEqual(['reflute_orders'])
  expect(wrongIn('reflute_orders_total{way="card"}')).toEqual(['reflute_orders_total{way}'])
  expect(wrongIn('max(reflute_http_request_seconds)')).toEqual(['reflute_http_request_seconds'])
})

const promtool = process.env.PROMTOOL ?? 'promtool'
const hasPromtool = spawnSync(promtool, ['--version']).status === 0
test.skipIf(!hasPromtool)(
  `promtool check rules and test rules pass${hasPromtool ? '' : ' (promtool is not installed here: not run)'}`,
  () => {
    for (const [what, file] of [
      ['check', ALERTS],
      ['test', ALERTS.replace('.yml', '.test.yml')],
    ]) {
      const { status, stdout, stderr } = spawnSync(promtool, [what ?? '', 'rules', file ?? ''], { encoding: 'utf8' })
      expect(status, `${stdout}${stderr}`).toBe(0)
    }
  },
)

/** Shops and their commands in files of operators: `node server/main.js NAME`. */
const DEPLOYED = [
  'ops/compose.yaml',
  'ops/docker/Dockerfile',
  'ops/systemd/reflute@.service',
  'ops/systemd/reflute-migrate.service',
  'ops/systemd/reflute-backup.service',
]
interface Service {
  environment?: Record<string, string>
  secrets?: string[]
  command?: string[]
  read_only?: boolean
}

test('the compose file sets variables that are settings, and every file of a secret is mounted', () => {
  const { services, secrets } = parse(read('ops', 'compose.yaml'), { merge: true }) as {
    services: Record<string, Service>
    secrets: Record<string, { file: string }>
  } // its form is tested here
  expect(Object.keys(services)).toEqual(['migrate', 'shop', 'postgres', 'caddy'])
  for (const name of ['migrate', 'shop']) {
    const { environment = {}, secrets: mounted = [], read_only: isReadOnly } = services[name] ?? {}
    expect(isReadOnly, name).toBe(true)
    const variables = Object.keys(environment)
    expect(variables.length).toBeGreaterThan(5)
    expect(variables.filter((variable) => !SETTING_NAMES.includes(variable.replace(/_FILE$/, '')))).toEqual([])
    for (const [variable, value] of Object.entries(environment)) {
      const isSecret = /URL_FILE|KEY|TOKEN|PASSWORD/.test(variable)
      expect(variable.endsWith('_FILE'), variable).toBe(isSecret)
      if (isSecret) expect(mounted, variable).toContain(value.replace('/run/secrets/', ''))
    }
  }
  for (const [, name = ''] of read('.github', 'workflows', 'ci.yml').matchAll(/compose\.yaml exec -T ([\w-]+)/g))
    expect(services, name).toHaveProperty([name])
  for (const { secrets: mounted = [] } of Object.values(services)) for (const name of mounted) expect(secrets, name).toHaveProperty([name])
})

test('units and image set settings, and run commands that the packed tree has', () => {
  for (const path of DEPLOYED) {
    const text = read(path)
    for (const [, names = ''] of text.matchAll(/^(?:ENV|Environment=)\s*(.*)$/gm))
      for (const [, name = ''] of names.matchAll(/(?:^| )([A-Z_]+)=/g))
        expect(['NODE_ENV', 'MALLOC_ARENA_MAX', ...SETTING_NAMES], `${path}: ${name}`).toContain(name)
    for (const [, name = ''] of text.matchAll(/^(?!#).*server\/main\.js,? ([a-z][a-z:-]*)/gm))
      expect(COMMANDS, `${path}: ${name}`).toHaveProperty([name])
    for (const [, page = ''] of text.matchAll(/file:\/opt\/reflute\/(\S+)/g)) expect(existsSync(join(ROOT, page)), page).toBe(true)
  }
})

test('the image shows the demo to who runs it with nothing but a port: it listens to the network and brings its database up to date', () => {
  const text = read('ops', 'docker', 'Dockerfile')
  const [, line = ''] = /^ENV (.*)$/m.exec(text) ?? []
  const config = readConfig(Object.fromEntries(line.split(' ').map((setting) => setting.split('='))))
  expect(config).toMatchObject({ isDemo: true, host: '0.0.0.0', port: 3000, migrates: true, dataDir: '/data', databaseUrl: undefined })
  expect(text).toMatch(/^VOLUME \/data$/m)
  expect(text).toMatch(/^EXPOSE 3000$/m)
  expect(text).toContain('# docker run -p 3000:3000 reflute ')
  // its form is tested above
  const { services } = parse(read('ops', 'compose.yaml'), { merge: true }) as { services: Record<string, Service> }
  expect(services.shop?.environment?.MIGRATE).toBe('off') // the service migrate does it once
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
test.skipIf(!hasSystemd)(
  `each unit is exposed to at most 2.5 of 10${hasSystemd ? '' : ' (systemd-analyze is not installed here: not run)'}`,
  () => {
    const units = readdirSync(join(ROOT, 'ops', 'systemd')).filter((name) => name.endsWith('.service'))
    expect(units).toHaveLength(3)
    for (const unit of units) {
      const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', join(ROOT, 'ops', 'systemd', unit)], {
        encoding: 'utf8',
      })
      const exposure = Number(/exposure level for .*: ([\d.]+)/.exec(stdout)?.[1])
      expect(exposure, `${unit}\n${stdout}`).toBeGreaterThan(0)
      expect(exposure, `${unit}\n${stdout}`).toBeLessThanOrEqual(2.5)
    }
  },
)

test('the workflow looks for known weaknesses with every change and weekly, and builds the image', () => {
  const { jobs } = parse(read('.github', 'workflows', 'ci.yml')) as {
    jobs: Record<string, { if?: string; steps: { run?: string; uses?: string }[] }>
  } // its form is tested here
  const stepsOf = (job: string) => (jobs[job]?.steps ?? []).map(({ run = '', uses = '' }) => run + uses).join('\n')
  expect(jobs.weaknesses?.if).toBeUndefined()
  expect(stepsOf('weaknesses')).toContain('npm audit --omit=dev --audit-level=high')
  expect(stepsOf('weaknesses')).toContain('osv-scanner')
  expect(stepsOf('image')).toContain('ops/docker/Dockerfile')
  const { updates } = parse(read('.github', 'dependabot.yml')) as { updates: { 'package-ecosystem': string }[] }
  expect(updates.map((update) => update['package-ecosystem'])).toEqual(['npm', 'github-actions', 'docker'])
})

test('each command of the packed tree runs the file that its script of npm runs, and no script for operators is left out', () => {
  const listed = read('scripts', 'commands.ts')
  for (const name of Object.keys(COMMANDS)) {
    const script: unknown = Object.entries(SCRIPTS).find(([one]) => one === name)?.[1]
    const file = /scripts\/([\w-]+\.ts)$/.exec(String(script))?.[1]
    expect(listed, name).toMatch(new RegExp(`'?${name}'?: \\(\\) => import\\('\\./${file}'\\)`))
  }
  // they take the settings of a shop
  const needed = readdirSync(join(ROOT, 'scripts')).filter(
    (file) =>
      !/^(bench|drill|dev|open-database|search-quality|start|write-examples)|\.test\.ts$/.test(file) &&
      file.endsWith('.ts') &&
      /open-database\.ts|readConfig|run-checks\.ts/.test(read('scripts', file)),
  )
  expect(needed.length).toBeGreaterThan(8)
  expect(needed.filter((file) => !listed.includes(`'./${file}'`))).toEqual([])
})
