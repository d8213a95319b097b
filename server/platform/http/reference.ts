import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { allCalls } from './openapi.ts'

const escape = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  maxLength?: number
  format?: string
}

/** A type in one readable line: `"USD" or "EUR"`, `list of {…}`. */
function typeText(schema: Schema, depth = 0): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.anyOf) return schema.anyOf.map((one) => typeText(one, depth)).join(' or ')
  if (schema.type === 'array') return `list of ${typeText(schema.items ?? {}, depth)}`
  if (schema.properties) {
    const names = Object.entries(schema.properties).map(
      ([name, value]) =>
        `${name}${schema.required?.includes(name) ? '' : '?'}${depth < 1 && value.properties ? `: ${typeText(value, depth + 1)}` : ''}`,
    )
    return `{ ${names.join(', ')} }`
  }
  return [schema.type ?? 'any'].flat().join(' or ') + (schema.format ? ` (${schema.format})` : '')
}

function rows(schema: z.ZodMiniType | undefined, io: 'input' | 'output'): string {
  if (!schema) return ''
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema // the generator's own output
  const shape = json.type === 'array' ? json.items : json
  const entries = Object.entries(shape?.properties ?? {})
  if (entries.length === 0) return `<p><code>${escape(typeText(json))}</code></p>`
  const body = entries.map(
    ([name, value]) =>
      `<tr><td><code>${escape(name)}</code>${shape?.required?.includes(name) ? '' : ' <small>optional</small>'}</td><td>${escape(typeText(value))}</td></tr>`,
  )
  return `<table><tbody>${body.join('')}</tbody></table>`
}

function who({ access }: Endpoint): string {
  if (access === 'anyone') return 'anyone'
  return access === 'signedIn' ? 'signed in' : access.join(', ')
}

function section(noun: string, name: string, endpoint: Endpoint): string {
  const part = (title: string, html: string) => (html ? `<h4>${title}</h4>${html}` : '')
  return `<section id="${noun}.${name}"><h3><code>${endpoint.method} ${escape(endpoint.path)}</code></h3>
<p>${escape(endpoint.summary)} <small>Name: <code>${noun}.${name}</code>. Who: ${escape(who(endpoint))}. Success: ${endpoint.status}.${endpoint.idempotent ? ' Takes an <code>Idempotency-Key</code>.' : ''}</small></p>
${part('Path', rows(endpoint.params, 'input'))}${part('Query', rows(endpoint.query, 'input'))}${part('Body', endpoint.files.length > 0 ? `<p>multipart/form-data: <code>${endpoint.files.join(', ')}</code></p>` : rows(endpoint.body, 'input'))}
${part(endpoint.list ? 'Answer: a list of' : 'Answer', rows(endpoint.response, 'output'))}</section>`
}

/** Sent with a nonce of its own: the page carries its style inline and no script. */
const STYLE = `:root{color-scheme:light dark;--paper:light-dark(#f6f7fa,#0d1024);--surface:light-dark(#fff,#151a38);--ink:light-dark(#12173a,#eef0fb);--ink2:light-dark(#474d6e,#b7bdda);--line:light-dark(#d5d9e5,#2b325c);--blue:light-dark(#2334a8,#9fadff)}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:400 1rem/1.55 system-ui,sans-serif}a{color:var(--blue)}
main{max-width:1240px;margin:0 auto;padding:24px;display:grid;grid-template-columns:minmax(0,240px) minmax(0,1fr);gap:32px}header{border-bottom:2px solid var(--ink);padding:16px 24px;background:var(--surface)}header h1{margin:0;font-size:1.44rem}
nav ul{list-style:none;padding:0;margin:0 0 16px}nav a{display:block;padding:3px 0}section{background:var(--surface);border:1.5px solid var(--line);border-radius:3px;padding:16px 20px;margin:0 0 16px}
section:target{border-color:var(--ink);border-width:2px}h2{font-size:1.44rem}h3{margin:0 0 8px;overflow-wrap:anywhere}h4{margin:12px 0 4px;color:var(--ink2)}table{border-collapse:collapse;width:100%}td{border-top:1px solid var(--line);padding:5px 10px 5px 0;vertical-align:top;overflow-wrap:anywhere}small{color:var(--ink2)}
:focus-visible{outline:3px solid var(--blue);outline-offset:2px}@media(max-width:820px){main{grid-template-columns:minmax(0,1fr);padding:16px}}`

/** The readable reference of every call and every refusal, from the contract. */
export function referencePage(nonce: string): string {
  const calls = allCalls()
  const nouns = [...new Set(calls.map((call) => call.noun))]
  const menu = nouns.map(
    (noun) =>
      `<h2>${noun}</h2><ul>${calls
        .filter((call) => call.noun === noun)
        .map((call) => `<li><a href="#${noun}.${call.name}">${call.name}</a></li>`)
        .join('')}</ul>`,
  )
  const refusals = Object.entries(REFUSALS).map(
    ([code, [status, text]]) => `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${escape(text)}</td></tr>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Reflute: the calls</title><meta name="description" content="Every call of the Reflute shop: path, who may make it, what goes in and what comes out."><style nonce="${nonce}">${STYLE}</style></head>
<body><header><h1>The calls of Reflute</h1></header><main><nav aria-label="Calls">${menu.join('')}<ul><li><a href="#refusals">Refusals</a></li><li><a href="/api/openapi.json">openapi.json</a></li><li><a href="/">Back to the shop</a></li></ul></nav>
<div><p>JSON in and out. Send <code>Authorization: Bearer &lt;token&gt;</code> with the token of <a href="#auth.login">auth.login</a>. Money is a decimal number with at most two places. Dates are ISO 8601, UTC. Lists take <code>page</code> and <code>limit</code> (100, at most 500) and answer <code>X-Total-Count</code> and <code>Link</code>. Reads carry an <code>ETag</code>. Errors are problem documents (RFC 9457) whose <code>detail</code> is a sentence for people.</p>
${calls.map((call) => section(call.noun, call.name, call.endpoint)).join('\n')}
<h2 id="refusals">Refusals</h2><table><tbody>${refusals.join('')}</tbody></table></div></main></body></html>`
}
