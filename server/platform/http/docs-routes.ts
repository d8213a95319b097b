import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { DAY_MS } from '#domain/time.ts'
import type { Deps } from '#server/platform/deps.ts'
import { openApi } from './openapi.ts'
import { referencePage } from './reference.ts'
import { inlineSources } from './security.ts'

const { resolve } = createRequire(import.meta.url)

const VIEWER = { 'swagger-ui.css': 'text/css; charset=utf-8', 'swagger-ui-bundle.js': 'text/javascript; charset=utf-8' } as const

/** Runbooks, to which the health page links. */
const RUNBOOKS = join(import.meta.dirname, '..', '..', '..', 'docs', 'runbooks')

const TEXT = 'text/plain; charset=utf-8'
const SECURITY_TXT = '/.well-known/security.txt'
const SECURITY_POLICY = '/api/docs/security'
/** Lifetime of what security.txt says, from when it is read; at most a year is advised. */
const SECURITY_TXT_DAYS = 180

/** Rules for reports, as SECURITY.md has them; the packed shop has no such file. */
const REPORTING = `Reporting a weakness of this shop

Write to the contact in ${SECURITY_TXT}, and please do not publish it before it is repaired.
Tell us the address, the steps and what somebody could do with it.
We answer within three working days and credit you in the changelog if you like.

Use accounts of your own only. Stop where you see data of others, and delete it.
No floods, no spam, and nothing that makes the shop slow for others.
`

/** Writes `security.txt` (RFC 9116). */
function securityTxt(contact: string, publicUrl: string, now: Date): string {
  const lines = [
    `Contact: ${contact.startsWith('https:') ? contact : `mailto:${contact}`}`,
    `Expires: ${new Date(now.getTime() + SECURITY_TXT_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}${SECURITY_TXT}`,
    `Policy: ${publicUrl}${SECURITY_POLICY}`,
  ]
  return `${lines.join('\n')}\n`
}

/** Serves `security.txt` and the rules for reports, if the shop names a contact. */
function serveSecurityContact(app: FastifyInstance, { config: { publicUrl, securityContact }, now }: Pick<Deps, 'config' | 'now'>): void {
  app.get(SECURITY_TXT, { config: { isUncounted: () => true } }, async (_request, reply) => {
    if (securityContact === undefined) return reply.callNotFound()
    return reply
      .header('content-type', TEXT)
      .header('cache-control', 'public, max-age=300')
      .send(securityTxt(securityContact, publicUrl, now()))
  })
  app.get(SECURITY_POLICY, async (_request, reply) => reply.header('content-type', TEXT).send(REPORTING))
}

/** The viewer runs from this origin and styles elements by script; the page itself carries one script. */
function policyOf(page: string): string {
  const { scripts, styles } = inlineSources(page)
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts}`,
    `style-src 'self' ${styles}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** The machine-readable and the readable description of every call, the runbooks as text, and whom to write to about weaknesses. */
export function describeCalls(app: FastifyInstance, deps: Pick<Deps, 'config' | 'now'>): void {
  const { publicUrl } = deps.config
  serveSecurityContact(app, deps)
  /** Written for the first who reads it: a third of the time of a start, and most starts have no reader. */
  let description: Promise<string> | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    description ??= openApi(publicUrl).then((described) => JSON.stringify(described))
    const type = 'application/json; charset=utf-8'
    return reply
      .header('content-type', type)
      .header('cache-control', 'public, max-age=300')
      .send(await description)
  })
  app.get('/api/docs', async (_request, reply) => {
    const page = referencePage()
    return reply.header('content-type', 'text/html; charset=utf-8').header('content-security-policy', policyOf(page)).send(page)
  })
  for (const [name, type] of Object.entries(VIEWER)) {
    app.get(`/api/docs/${name}`, async (_request, reply) =>
      reply
        .header('content-type', type)
        .header('cache-control', 'public, max-age=86400')
        .send(await readFile(resolve(`swagger-ui-dist/${name}`))),
    )
  }
  const runbooks = new Set(globSync('*.md', { cwd: RUNBOOKS }))
  app.get<{ Params: { name: string } }>('/api/docs/runbooks/:name', async ({ params: { name } }, reply) => {
    if (!runbooks.has(name)) return reply.callNotFound()
    return reply.header('content-type', TEXT).send(await readFile(join(RUNBOOKS, name)))
  })
}
