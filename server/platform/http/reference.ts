import { REFUSALS } from '#contract/refusals.ts'

const escape = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/**
 * The place of a refusal on the page is the `type` of its problem document: who comes for one reads the refusals first, whenever the calls
 * appear.
 */
const STYLE = `body{margin:0;font:400 1rem/1.55 system-ui,sans-serif}.refusals,header{max-width:1460px;margin:0 auto;padding:16px 20px}
table{border-collapse:collapse;width:100%}td{border-top:1px solid #d5d9e5;padding:5px 10px 5px 0;vertical-align:top;overflow-wrap:anywhere}main:has(:target){display:flex;flex-direction:column-reverse}tr:target{outline:2px solid #2334a8}`

const START = "SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#calls', docExpansion: 'none', filter: true, validatorUrl: null })"

/** Writes the reference of every call and every refusal: a viewer of the OpenAPI description, and the refusals below it. */
export function referencePage(): string {
  const refusals = Object.entries(REFUSALS).map(
    ([code, [status, text]]) => `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${escape(text)}</td></tr>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API reference</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css"><style>${STYLE}</style></head>
<body><header><a href="/api/openapi.json">openapi.json</a> · <a href="#refusals">Refusals</a> · <a href="/">Back to the shop</a></header>
<main><div id="calls"></div>
<section class="refusals"><h2 id="refusals">Refusals</h2><table><tbody>${refusals.join('')}</tbody></table></section></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script>${START}</script></body></html>`
}
